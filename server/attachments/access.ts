import { findReaderTicket } from '../../db/reader-tickets/reader-tickets.ts';
import { findTicket, type TicketRow } from '../../db/tickets/tickets.ts';
import { type Actor, type CheckedContext, hasRole } from '../core/context.ts';
import { AppError } from '../core/errors.ts';

const emailOf = (actor: Actor): string => (actor.kind === 'person' && actor.email) || '';

/** Returns the e-mail whose tickets limit what the actor sees; undefined: agents see all. */
export const readerOf = (actor: Actor): string | undefined =>
  hasRole(actor, 'agent') ? undefined : emailOf(actor);

export const isUploader = (actor: Actor, uploaderEmail: string | null): boolean =>
  uploaderEmail !== null && emailOf(actor) === uploaderEmail;

/**
 * Requires a ticket, of a reader one that is or was theirs. @throws AppError `ticket-not-found`, also if the
 * actor may not see it
 */
export const requireTicket = async (ctx: CheckedContext, ticketId: number): Promise<TicketRow> => {
  const ticket = await findTicket(ctx.db, ticketId);
  const reader = readerOf(ctx.actor);
  const isSeen =
    reader === undefined ||
    ticket?.requesterEmail === reader ||
    (await findReaderTicket(ctx.db, ticketId, reader)) !== undefined;
  if (!ticket || !isSeen) throw new AppError('ticket-not-found');
  return ticket;
};
