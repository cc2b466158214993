import { findCurrentTicket, isErased, type TicketRow } from '../../db/tickets.ts';
import type { CheckedContext } from '../context.ts';
import { readMailId, readReplyAddress } from '../mail/signed-ids.ts';

/**
 * The ticket that a mail replies to: by a signed plus-address, which lets a reply come from another address, else by the Message-IDs of our own
 * mails if the ticket's requester sent it: those of earlier versions are not signed. Never by the subject, and never one that was erased.
 */
export const findRepliedTicket = async (
  ctx: CheckedContext,
  mail: { sender: string; recipients: readonly string[]; references: readonly string[] },
): Promise<TicketRow | undefined> => {
  for (const recipient of mail.recipients) {
    const id = await readReplyAddress(ctx, recipient);
    const ticket = id === undefined ? undefined : await findCurrentTicket(ctx.db, id);
    if (ticket && !(await isErased(ctx.db, ticket.id))) return ticket;
  }
  for (const id of ticketIdsOf(mail.references, ctx.mail?.domain)) {
    const ticket = await findCurrentTicket(ctx.db, id);
    if (ticket && ticket.requesterEmail === mail.sender) return ticket;
  }
  return undefined;
};

const ticketIdsOf = (references: readonly string[], ourDomain: string | undefined): Set<number> =>
  new Set(
    references.flatMap((reference) => {
      const { ticketId, domain } = readMailId(reference) ?? {};
      return ticketId !== undefined && domain === ourDomain ? [ticketId] : [];
    }),
  );
