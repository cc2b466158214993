import { useNavigate } from '@tanstack/react-router';
import { ticketTexts as texts } from '../tickets/texts.ts';
import { useCommands } from '../ui/state/commands.ts';
import { useListPlace } from '../ui/state/list-place.ts';

/** The id of the row that has the focus. */
export const focusedId = (): number | undefined => {
  const row = document.activeElement?.closest('li')?.querySelector<HTMLElement>('a[data-entry]');
  return row ? Number(row.dataset.entry) : undefined;
};

/**
 * The keys of a list: `J` and `K` move the focus; if the open entry has the focus, they open the next or
 * previous entry.
 * @param path where entries open, such as `/chamados`
 * @param list the list's key; another list starts without a position
 * @param isOld true while the entries are still those of the previous list
 */
export const useListKeys = ({
  ids,
  openId,
  path,
  list,
  isOld,
  onMove,
}: {
  ids: readonly number[];
  openId: number | undefined;
  path: string;
  list: string;
  isOld?: boolean;
  /** Called with the index of the entry. */
  onMove?: (index: number) => void;
}) => {
  const navigate = useNavigate();
  const place = useListPlace(ids, openId, list, isOld);
  const move = (step: 1 | -1) => {
    const focused = focusedId();
    const index = place.step(focused ?? openId, step);
    const id = index === undefined ? undefined : ids[index];
    if (index === undefined || id === undefined) return;
    onMove?.(index);
    if (focused === undefined && openId !== undefined) {
      if (id !== openId) void navigate({ to: `${path}/${id}`, search: true });
      return;
    }
    place.reach(id);
    focusWhenShown(id);
  };
  const key = { group: 'list', onlyKey: true } as const;
  useCommands([
    { ...key, text: texts.actions.next, keys: 'j', run: () => move(1) },
    { ...key, text: texts.actions.previous, keys: 'k', run: () => move(-1) },
  ]);
  return { move, reach: place.reach };
};

const frames = 20;

/** Focuses a row that may only be rendered some frames after the list scrolled to it. */
export const focusWhenShown = (id: number, left = frames): void => {
  const link = document.querySelector<HTMLElement>(`a[data-entry="${id}"]`);
  if (link) link.focus({ preventScroll: true });
  else if (left > 0) requestAnimationFrame(() => focusWhenShown(id, left - 1));
};
