import { isErased, lockTicket, type TicketRow } from '../../db/tickets/tickets.ts';
import type { TxContext } from '../core/context.ts';
import { AppError, orThrow } from '../core/errors.ts';

/** Locks a ticket that is to change. @throws AppError `ticket-not-found`, `ticket-merged` */
export const lockUnmerged = async (tx: TxContext, id: number): Promise<TicketRow> => {
  const ticket = orThrow(await lockTicket(tx.db, id), 'ticket-not-found');
  requireUnmerged(ticket);
  return ticket;
};

/** @throws AppError `ticket-merged` */
export const requireUnmerged = (ticket: TicketRow): void => {
  if (ticket.mergedInto !== null) throw new AppError('ticket-merged');
};

/** A later erasure would not find text on an erased, unchanged ticket. @throws AppError `ticket-closed` */
export const requireUnerased = async (tx: TxContext, id: number): Promise<void> => {
  if (await isErased(tx.db, id)) throw new AppError('ticket-closed');
};
