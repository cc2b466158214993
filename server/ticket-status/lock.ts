import { isErased, lockTicket, type TicketRow } from '../../db/tickets/tickets.ts';
import type { TxContext } from '../core/context.ts';
import { AppError, orThrow } from '../core/errors.ts';

/** Locks a ticket before a change. @throws AppError `ticket-not-found`, `ticket-merged` */
export const lockUnmerged = async (tx: TxContext, id: number): Promise<TicketRow> => {
  const ticket = orThrow(await lockTicket(tx.db, id), 'ticket-not-found');
  requireUnmerged(ticket);
  return ticket;
};

/** Requires an unmerged ticket. @throws AppError `ticket-merged` */
export const requireUnmerged = (ticket: TicketRow): void => {
  if (ticket.mergedInto !== null) throw new AppError('ticket-merged');
};

/**
 * Refuses new text on an erased ticket, which a later erasure would miss. @throws AppError `ticket-closed`
 */
export const requireUnerased = async (tx: TxContext, id: number): Promise<void> => {
  if (await isErased(tx.db, id)) throw new AppError('ticket-closed');
};
