import { listQueue, type QueuedTicket } from '../../db/work-lists.ts';
import { type Context, requireRole } from '../context.ts';
import { AppError } from '../errors.ts';

/** A waiting ticket and for how many seconds it has been waiting. */
export type WaitingTicket = Omit<QueuedTicket, 'waitingSinceText'> & { waitingSeconds: number };

/**
 * Open tickets whose last message is the customer's, the longest waiting first: everybody's, an agent's, or with `assignee` null those
 * without an assignee (docs/behaviour.md#tickets).
 *
 * @throws AppError `invalid-request` for a cursor that no page returned
 */
export const queueTickets = async (
  ctx: Context,
  page: { assignee?: string | null | undefined; cursor?: string | undefined; limit: number },
): Promise<{ items: WaitingTicket[]; nextCursor: string | null }> => {
  requireRole(ctx.actor, 'agent');
  const rows = await listQueue(ctx.db, {
    assignee: page.assignee,
    after: page.cursor === undefined ? undefined : readCursor(page.cursor),
    limit: page.limit + 1,
  });
  const listed = rows.slice(0, page.limit);
  const last = listed.at(-1);
  const now = ctx.now().getTime();
  return {
    items: listed.map(({ waitingSinceText, ...ticket }) => ({
      ...ticket,
      waitingSeconds: Math.max(0, Math.floor((now - ticket.waitingSince.getTime()) / 1_000)),
    })),
    nextCursor: rows.length > page.limit && last ? `${last.id}_${last.waitingSinceText}` : null,
  };
};

const readCursor = (cursor: string): { waitingSince: string; id: number } => {
  const [, id, waitingSince] =
    /^(\d{1,10})_(\d{4}-\d\d-\d\d [\d:.]+[+-][\d:]+)$/.exec(cursor) ?? [];
  if (id === undefined || waitingSince === undefined) {
    throw new AppError('invalid-request', { detail: 'cursor não é de uma página' });
  }
  return { id: Number(id), waitingSince };
};
