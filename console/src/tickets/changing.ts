import { useRouter } from '@tanstack/react-router';
import { type InputOf, type OutputOf, write } from '../api/client.ts';
import { act } from '../shell/undo-stack.ts';
import { besideInList } from '../ui/state/list-place.ts';
import type { OpenTicket } from './conversation/thread.ts';
import { ticketTexts as texts } from './texts.ts';

// Changes of one ticket or many, which `Z` takes back.

export type Change = Pick<
  InputOf<'tickets.bulk'>,
  'setStatus' | 'addTagId' | 'removeTagId' | 'assignTo' | 'note'
>;
/** Returns true if tickets leave the queue by a change. */
export const leaves = ({ setStatus }: Change): boolean =>
  setStatus === 'resolved' || setStatus === 'closed';

type Outcome = OutputOf<'tickets.bulk'>['outcomes'][number];
export type FailedOutcome = Extract<Outcome, { ok: false }>;

/** The tickets that a change did not reach. */
export const failedIn = (outcomes: readonly Outcome[] = []): FailedOutcome[] =>
  outcomes.filter((outcome): outcome is FailedOutcome => !outcome.ok);

/** The changes that give a ticket back what it had. */
const inverseOf = (
  { setStatus, addTagId, removeTagId, assignTo }: Change,
  { status, assigneeEmail }: Pick<OpenTicket, 'status' | 'assigneeEmail'>,
): Change => ({
  ...(setStatus !== undefined && { setStatus: status }),
  ...(assignTo !== undefined && { assignTo: assigneeEmail }),
  ...(addTagId !== undefined && { removeTagId: addTagId }),
  ...(removeTagId !== undefined && { addTagId: removeTagId }),
});

/** Changes the open ticket. @param back comes back to it, if the change led away */
export const changeTicket = async (
  ticket: OpenTicket,
  change: Change,
  text: string,
  back: () => void = () => undefined,
): Promise<void> => {
  const ids = [ticket.id];
  await act(
    () => write('tickets.bulk', { ids, ...change, dryRun: false }),
    ({ outcomes }) => {
      const [failed] = failedIn(outcomes);
      if (failed) return [texts.bulk.failure(ticket.id, failed.reason)];
      const undo = async () => {
        await write('tickets.bulk', { ids, ...inverseOf(change, ticket), dryRun: false });
        back();
        return texts.undone(ticket.id);
      };
      return [text, undo];
    },
  ).catch((error) => {
    back();
    throw error;
  });
};

/**
 * Opens the next ticket of the list, because these leave it. Returns a function that goes back, unless the
 * person went elsewhere.
 */
export const useMoveOn = () => {
  const router = useRouter();
  return (leaving: readonly number[], openId: number | undefined) => {
    const beside =
      openId !== undefined && leaving.includes(openId) ? besideInList(openId, leaving) : undefined;
    if (beside === undefined) return () => undefined;
    const to = beside === null ? '/fila' : `/chamados/${beside}`;
    void router.navigate({ to, search: true });
    return (): void => {
      if (router.state.location.pathname !== to) return;
      void router.navigate({ to: `/chamados/${openId}`, search: true });
    };
  };
};
