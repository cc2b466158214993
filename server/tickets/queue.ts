import { listQueue, type QueuedTicket } from '../../db/work-lists.ts';
import { type Context, readFromReplica, requireRole } from '../context.ts';
import { AppError } from '../errors.ts';
import { getPage, mapPage, type Page } from '../page.ts';

/** A waiting ticket and for how many seconds it has been waiting. */
export type WaitingTicket = Omit<QueuedTicket, 'waitingSinceMicros'> & { waitingSeconds: number };

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
    ({ id, waitingSinceMicros }) => `${id}_${waitingSinceMicros}`,
  );
  const now = ctx.now().getTime();
  return mapPage(found, ({ waitingSinceMicros: _, ...ticket }) => ({
    ...ticket,
    waitingSeconds: Math.max(0, Math.floor((now - ticket.waitingSince.getTime()) / 1_000)),
  }));
};

const readCursor = (cursor: string): { waitingSinceMicros: string; id: number } => {
  const [, id, waitingSinceMicros] = /^(\d{1,10})_(-?\d{1,16})$/.exec(cursor) ?? [];
  if (id === undefined || waitingSinceMicros === undefined) {
    throw new AppError('invalid-request', { detail: 'unknown cursor' });
  }
  return { id: Number(id), waitingSinceMicros };
};
