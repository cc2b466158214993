import { findTicket, type TicketRow } from '../../db/tickets/tickets.ts';
import { type Actor, type CheckedContext, hasRole } from '../core/context.ts';
import { AppError } from '../core/errors.ts';

export const isRequester = (actor: Actor, requesterEmail: string | null): boolean =>
  actor.kind === 'person' && requesterEmail !== null && actor.email === requesterEmail;

const canSeeAttachments = (actor: Actor, requesterEmail: string | null): boolean =>
  hasRole(actor, 'agent') || isRequester(actor, requesterEmail);

/** Returns true if the actor may see an attachment of the ticket; only agents see those of notes. */
export const canSeeAttachment = (
  actor: Actor,
  file: { requesterEmail: string | null; messageId: number | null; noteId: number | null },
): boolean =>
  canSeeAttachments(actor, file.requesterEmail) &&
  (hasRole(actor, 'agent') || file.noteId === null || file.messageId !== null);

/** Requires a ticket. @throws AppError `ticket-not-found`, also if the actor may not see its attachments */
export const requireTicket = async (ctx: CheckedContext, ticketId: number): Promise<TicketRow> => {
  const ticket = await findTicket(ctx.db, ticketId);
  if (!ticket || !canSeeAttachments(ctx.actor, ticket.requesterEmail)) {
    throw new AppError('ticket-not-found');
  }
  return ticket;
};
