import type { TicketStatus } from '../../db/schema.ts';
import { updateStatuses } from '../../db/tickets/bulk.ts';
import type { TicketRow } from '../../db/tickets/tickets.ts';
import { fieldChanges, recordAct } from '../audit/service.ts';
import type { TxContext } from '../core/context.ts';
import { emitTicketUpdates } from '../webhooks/events.ts';
import { lockUnmerged } from './lock.ts';
import { statusAfter, type TicketEvent } from './status.ts';

/** Sets a ticket's status and records the act. @throws AppError `ticket-not-found`, `ticket-merged` */
export const changeStatus = async (
  tx: TxContext,
  id: number,
  status: TicketStatus,
): Promise<void> => {
  const ticket = await lockUnmerged(tx, id);
  await applyEvent(tx, ticket, { kind: 'agent-set-status', status });
  await recordAct(tx, {
    action: 'tickets.setStatus',
    target: `ticket:${id}`,
    changes: fieldChanges({ status: ticket.status }, { status }),
  });
};

/** Applies an event to the status of a locked ticket, and emits the change. */
export const applyEvent = async (
  tx: TxContext,
  { id, status: from }: TicketRow,
  event: TicketEvent,
): Promise<void> => {
  const to = statusAfter(from, event);
  await updateStatuses(tx.db, [id], { status: to, updatedAt: tx.now() });
  if (to !== from) await emitTicketUpdates(tx, new Map([[id, [{ status: { from, to } }]]]));
};
