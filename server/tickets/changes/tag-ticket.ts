import { type Context, inTransaction, requireRole } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { lockUnmerged } from '../../ticket-status/lock.ts';
import { applyActions } from './apply.ts';

/** Adds a tag; idempotent. @throws AppError `ticket-not-found`, `ticket-merged`, `tag-not-found` */
export const addTicketTag = async (
  ctx: Context,
  ticketId: number,
  tagId: number,
): Promise<void> => {
  requireRole(ctx, 'agent');
  await inTransaction(ctx, async (tx) => {
    const ticket = await lockUnmerged(tx, ticketId);
    await applyActions(tx, [ticket], [{ type: 'addTag', tagId }], { act: 'tickets.addTag' });
  });
};

/**
 * Removes a tag.
 * @throws AppError `ticket-not-found`, `ticket-merged`; `tag-not-found` if the ticket does not have it
 */
export const removeTicketTag = async (
  ctx: Context,
  ticketId: number,
  tagId: number,
): Promise<void> => {
  requireRole(ctx, 'agent');
  await inTransaction(ctx, async (tx) => {
    const ticket = await lockUnmerged(tx, ticketId);
    const as = { act: 'tickets.removeTag' };
    const changed = await applyActions(tx, [ticket], [{ type: 'removeTag', tagId }], as);
    if (changed === 0) throw new AppError('tag-not-found');
  });
};
