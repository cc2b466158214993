import { updatePersonOf } from '../../db/ticket-erasure.ts';
import * as tickets from '../../db/tickets.ts';
import { fieldChanges, recordAct } from '../audit/service.ts';
import { type Context, inTransaction, requireRole } from '../context.ts';
import { orThrow } from '../errors.ts';
import type { TicketEdit } from './inputs.ts';
import { lockUnmerged } from './lock.ts';

/** Changes the given fields of a ticket and returns it. @throws AppError `ticket-not-found`, `ticket-merged` */
export const editTicket = (
  ctx: Context,
  id: number,
  edit: TicketEdit,
): Promise<tickets.TicketRow> => {
  requireRole(ctx.actor, 'agent');
  return inTransaction(ctx, async (tx) => {
    const before = await lockUnmerged(tx, id);
    const changes = fieldChanges<TicketEdit>(before, edit, {
      references: ['subject', 'requesterEmail', 'requesterName'],
    });
    if (changes.length === 0) return before;
    if (
      before.requesterEmail &&
      edit.requesterEmail !== undefined &&
      edit.requesterEmail !== before.requesterEmail
    ) {
      await updatePersonOf(tx.db, id, before.requesterEmail);
    }
    const row = await tickets.updateTicket(tx.db, id, { ...edit, updatedAt: tx.now() });
    await recordAct(tx, { action: 'tickets.edit', target: `ticket:${id}`, changes });
    return orThrow(row, 'ticket-not-found');
  });
};
