import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type InputOf, write } from '../api/client.ts';
import { CodedFailure } from '../api/failure.ts';
import { useOnce } from '../reply/sending.tsx';
import { act, type TakeBack } from '../shell/undo/undo-stack.ts';
import { useOpenId } from '../ui/state/address.ts';
import { besideInList } from '../ui/state/list-place.ts';
import type { Macro } from './macro-actions.ts';
import { ticketTexts as texts } from './texts.ts';

// Changes of one or several tickets, which the key `Z` can undo.

type Fields = Pick<InputOf<'tickets.bulk'>, 'setStatus' | 'addTagId' | 'removeTagId' | 'assignTo'>;

/** What can be done with tickets: changes of fields, a snooze until a moment, or a macro. */
export interface Change {
  /** Names it in a dialog and in the notice afterwards, such as `Responsável: Bia`. */
  title: string;
  /** True if the tickets leave the queue. */
  leaves?: boolean;
  make: { fields: Fields } | { until: string | null } | { macro: Macro };
}

/** The tickets of a change: some, or those of a filter. */
export type Target = Pick<InputOf<'tickets.bulk'>, 'ids' | 'filter'>;

type Options = Pick<
  InputOf<'macros.run'>,
  'dryRun' | 'expected' | 'lastSeenMessageId' | 'requestKey'
> & { note?: string };

interface Made {
  total: number;
  outcomes: readonly { id: number; ok: boolean; reason?: string }[];
  changeId?: string;
  /** Of a macro that was only counted. */
  newestMessageId?: number | null;
}

/** Makes a change, or counts its tickets. */
export const makeChange = async (
  { make }: Change,
  { ids = [], filter }: Target,
  { note, ...options }: Options,
): Promise<Made> => {
  if ('until' in make) return write('tickets.snooze', { ids, until: make.until });
  if ('fields' in make) {
    const target = filter ? { filter } : { ids };
    const { dryRun, expected } = options;
    const bulk = { ...target, ...make.fields, note: note || undefined, dryRun, expected };
    return write('tickets.bulk', bulk);
  }
  const ran = await write('macros.run', { id: make.macro.id, ids, ...options });
  if (ran.dryRun) return { ...ran, outcomes: [] };
  return { ...ran, outcomes: ran.outcomes.map(({ ticketId: id, ...rest }) => ({ id, ...rest })) };
};

/**
 * Returns a function that undoes a change on all tickets that nobody has changed since.
 * @param back returns to the ticket that was open, if the change navigated away
 */
export const undoOf =
  (changeId: string, back: () => void): TakeBack =>
  async () => {
    const { outcomes } = await write('tickets.undoChange', { changeId });
    const kept = outcomes.filter(({ ok }) => !ok).length;
    if (kept < outcomes.length) back();
    return texts.undone(outcomes.length - kept, kept);
  };

const stay = () => undefined;

interface Making {
  change: Change;
  target: Target;
  /** Of a change of several tickets, which shows its failures. */
  inBulk?: Omit<Options, 'dryRun'>;
  lastSeenMessageId?: number;
}

/**
 * Makes changes. If the open ticket leaves the queue by one, the next one opens: at once, or in bulk when
 * its outcome is known.
 */
export const useChange = () => {
  const moveOn = useMoveOn();
  const once = useOnce();
  return useMutation({
    mutationFn: async ({ change, target, inBulk, lastSeenMessageId }: Making) => {
      const { ids = [] } = target;
      const move = (leaving: readonly number[]) => (change.leaves ? moveOn(leaving) : stay);
      let back = inBulk ? stay : move(ids);
      const options = inBulk ?? { expected: ids.length, lastSeenMessageId };
      return act(
        () =>
          once([change.make, target, options], (requestKey) =>
            makeChange(change, target, { ...options, requestKey, dryRun: false }),
          ),
        ({ outcomes, changeId }) => {
          const changed = outcomes.flatMap(({ id, ok }) => (ok ? [id] : []));
          const failed = outcomes.find(({ ok }) => !ok);
          if (!inBulk && failed) throw new CodedFailure(failed.reason ?? null);
          if (inBulk) back = move(changed);
          const undo = changeId === undefined ? undefined : undoOf(changeId, back);
          const [id, ...others] = changed;
          const isOne = id !== undefined && others.length === 0;
          const text = isOne ? texts.changed(id, change.title) : texts.bulk.done(changed.length);
          return { text, undo };
        },
      ).catch((error) => {
        back();
        throw error;
      });
    },
  });
};

/** Tickets that left the queue a moment ago and that the list may still contain. */
const left = new Set<number>();
const leftMs = 3_000;

/**
 * Opens the next ticket of the list, because the given ones leave it. Returns a function that goes back,
 * unless the person has navigated elsewhere.
 */
const useMoveOn = () => {
  const router = useRouter();
  const openId = useOpenId();
  return (leaving: readonly number[]) => {
    if (openId === undefined || !leaving.includes(openId)) return stay;
    for (const id of leaving) {
      left.add(id);
      setTimeout(() => left.delete(id), leftMs);
    }
    const beside = besideInList(openId, [...left]);
    if (beside === undefined) return stay;
    const to = beside === null ? '/fila' : `/chamados/${beside}`;
    void router.navigate({ to, search: true });
    return (): void => {
      for (const id of leaving) left.delete(id);
      if (router.state.location.pathname !== to) return;
      void router.navigate({ to: `/chamados/${openId}`, search: true });
    };
  };
};
