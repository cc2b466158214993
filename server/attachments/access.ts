import { findTicket, type TicketRow } from '../../db/tickets/tickets.ts';
import { type Actor, type CheckedContext, hasRole } from '../core/context.ts';
import { AppError } from '../core/errors.ts';

export const isRequester = (actor: Actor, requesterEmail: string | null): boolean =>
  actor.kind === 'person' && requesterEmail !== null && actor.email === requesterEmail;

const canSeeAttachments = (actor: Actor, requesterEmail: string | null): boolean =>
  hasRole(actor, 'agent') || isRequester(actor, requesterEmail);

/** Returns true if the actor may see an attachment of the ticket: agents all, its reader those shown. */
export const canSeeAttachment = (
  actor: Actor,
  { requesterEmail, shown }: { requesterEmail: string | null; shown: boolean },
): boolean => hasRole(actor, 'agent') || (shown && isRequester(actor, requesterEmail));

/** Requires a ticket. @throws AppError `ticket-not-found`, also if the actor may not see its attachments */
export const requireTicket = async (ctx: CheckedContext, ticketId: number): Promise<TicketRow> => {
  const ticket = await findTicket(ctx.db, ticketId);
  if (!ticket || !canSeeAttachments(ctx.actor, ticket.requesterEmail)) {
    throw new AppError('ticket-not-found');
  }
  return ticket;
};
