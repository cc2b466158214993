import { listQueue, type QueuedTicket } from '../../db/work-lists.ts';
import { type Context, readFromReplica, requireRole } from '../context.ts';
import { AppError } from '../errors.ts';
import { getPage, mapPage, type Page } from '../page.ts';

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
): Promise<Page<WaitingTicket>> => {
  requireRole(ctx.actor, 'agent');
  const { assignee, cursor } = page;
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const found = await getPage(
    page.limit,
    (limit) => readFromReplica(ctx, (db) => listQueue(db, { assignee, after, limit })),
    ({ id, waitingSinceText }) => `${id}_${waitingSinceText}`,
  );
  const now = ctx.now().getTime();
  return mapPage(found, ({ waitingSinceText: _, ...ticket }) => ({
    ...ticket,
    waitingSeconds: Math.max(0, Math.floor((now - ticket.waitingSince.getTime()) / 1_000)),
  }));
};

const readCursor = (cursor: string): { waitingSince: string; id: number } => {
  const [, id, waitingSince] =
    /^(\d{1,10})_(\d{4}-\d\d-\d\d [\d:.]+[+-][\d:]+)$/.exec(cursor) ?? [];
  if (id === undefined || waitingSince === undefined) {
    throw new AppError('invalid-request', { detail: 'cursor is of no page' });
  }
  return { id: Number(id), waitingSince };
};
