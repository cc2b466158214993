import { useRouter } from '@tanstack/react-router';
import { type InputOf, type OutputOf, write } from '../api/client.ts';
import { act, type TakeBack } from '../shell/undo/undo-stack.ts';
import { besideInList } from '../ui/state/list-place.ts';
import type { OpenTicket } from './conversation/thread.ts';
import { ticketTexts as texts } from './texts.ts';

// Changes of one or several tickets, which the key `Z` can undo.

export type Change = Pick<
  InputOf<'tickets.bulk'>,
  'setStatus' | 'addTagId' | 'removeTagId' | 'assignTo' | 'note'
>;
/** Returns true if a change removes tickets from the queue. */
export const leaves = ({ setStatus }: Change): boolean =>
  setStatus === 'resolved' || setStatus === 'closed';

type Outcome = OutputOf<'tickets.bulk'>['outcomes'][number];
export type FailedOutcome = Extract<Outcome, { ok: false }>;

/** The outcomes of the tickets that a change failed for. */
export const failedIn = (outcomes: readonly Outcome[] = []): FailedOutcome[] =>
  outcomes.filter((outcome): outcome is FailedOutcome => !outcome.ok);

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

/** Changes the open ticket. */
export const changeTicket = async (
  { id }: OpenTicket,
  change: Change,
  text: string,
  back: () => void = () => undefined,
): Promise<void> => {
  await act(
    () => write('tickets.bulk', { ids: [id], ...change, dryRun: false }),
    ({ outcomes, changeId }) => {
      const [failed] = failedIn(outcomes);
      if (failed) return { refused: texts.bulk.failure(id, failed.reason) };
      return [text, changeId === undefined ? undefined : undoOf(changeId, back)];
    },
  ).catch((error) => {
    back();
    throw error;
  });
};

/** Tickets that left the queue a moment ago and that the list may still contain. */
const left = new Set<number>();
const leftMs = 3_000;

/**
 * Opens the next ticket of the list, because the given ones leave it. Returns a function that goes back,
 * unless the person has navigated elsewhere.
 */
export const useMoveOn = () => {
  const router = useRouter();
  return (leaving: readonly number[], openId: number | undefined) => {
    if (openId === undefined || !leaving.includes(openId)) return () => undefined;
    for (const id of leaving) {
      left.add(id);
      setTimeout(() => left.delete(id), leftMs);
    }
    const beside = besideInList(openId, [...left]);
    if (beside === undefined) return () => undefined;
    const to = beside === null ? '/fila' : `/chamados/${beside}`;
    void router.navigate({ to, search: true });
    return (): void => {
      for (const id of leaving) left.delete(id);
      if (router.state.location.pathname !== to) return;
      void router.navigate({ to: `/chamados/${openId}`, search: true });
    };
  };
};
