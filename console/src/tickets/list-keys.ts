import { useNavigate } from '@tanstack/react-router';
import { useCommands } from '../app/commands.ts';
import { ticketTexts as texts } from '../texts/tickets.ts';
import type { ListedTicket } from './bulk-change.ts';
import type { Selection } from './selection.ts';

const focusedId = (): number | undefined => {
  const row = document.activeElement?.closest('li')?.querySelector<HTMLElement>('a[data-ticket]');
  return row ? Number(row.dataset.ticket) : undefined;
};

/**
 * The keys of a list. `J` and `K` move the focus; while a ticket is open and the focus is on it, they open the next one.
 */
export const useListKeys = ({
  tickets,
  openId,
  selection,
  scrollTo,
}: {
  tickets: readonly ListedTicket[];
  openId: number | undefined;
  selection: Selection;
  scrollTo: (index: number) => void;
}): void => {
  const navigate = useNavigate();
  const ids = tickets.map(({ id }) => id);
  const move = (step: 1 | -1) => {
    const focused = focusedId();
    const from = ids.indexOf(focused ?? openId ?? -1);
    const index = from < 0 ? 0 : Math.min(ids.length - 1, Math.max(0, from + step));
    const id = ids[index];
    if (id === undefined) return;
    scrollTo(index);
    if (focused === undefined && openId !== undefined) {
      void navigate({ to: `/chamados/${id}`, search: (before: object) => before });
      return;
    }
    focusWhenShown(id);
  };
  const select = (range: boolean) => {
    const id = focusedId() ?? openId;
    if (id !== undefined) selection.toggle(id, range, tickets);
  };
  const key = { group: 'list', onlyKey: true } as const;
  useCommands([
    { ...key, text: texts.actions.next, keys: 'j', run: () => move(1) },
    { ...key, text: texts.actions.previous, keys: 'k', run: () => move(-1) },
    { ...key, text: texts.actions.select, keys: 'x', run: () => select(false) },
    { ...key, text: texts.actions.selectRange, keys: 'Shift+x', run: () => select(true) },
  ]);
};

const frames = 20;

/** A row far away is on the page a few frames after it was scrolled to. */
const focusWhenShown = (id: number, left = frames): void => {
  const link = document.querySelector<HTMLElement>(`a[data-ticket="${id}"]`);
  if (link) link.focus({ preventScroll: true });
  else if (left > 0) requestAnimationFrame(() => focusWhenShown(id, left - 1));
};
