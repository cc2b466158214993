import { impersonalColumns } from '../../db/people/personal-columns.ts';
import { updatePersonOf } from '../../db/people/ticket-erasure.ts';
import * as tickets from '../../db/tickets/tickets.ts';
import { fieldChanges, recordAct } from '../audit/service.ts';
import { type Context, inTransaction, requireRole } from '../core/context.ts';
import { orThrow } from '../core/errors.ts';
import { lockUnmerged, requireUnerased } from '../ticket-status/lock.ts';
import { TicketEdit } from './inputs.ts';

/** Personal fields: the audit trail stores their names, not their values. */
const personal = TicketEdit.keyof().options.filter(
  (field) => !impersonalColumns.tickets?.includes(field),
);

/**
 * Edits a ticket.
 * @throws AppError `ticket-not-found`, `ticket-merged`; `ticket-closed` for personal fields of an erased
 * ticket
 */
export const editTicket = (
  ctx: Context,
  id: number,
  edit: TicketEdit,
): Promise<tickets.TicketRow> => {
  requireRole(ctx, 'agent');
  return inTransaction(ctx, async (tx) => {
    const before = await lockUnmerged(tx, id);
    const changes = fieldChanges<TicketEdit>(before, edit, { references: personal });
    if (changes.length === 0) return before;
    if (changes.some(({ field }) => personal.some((name) => name === field))) {
      await requireUnerased(tx, id);
    }
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
