import {
  findCurrentTicket,
  isErased,
  lockTicket,
  type TicketRow,
} from '../../db/tickets/tickets.ts';
import type { CheckedContext, TxContext } from '../context.ts';
import { readMailId, readReplyAddress } from '../outbox/signed-ids.ts';

interface Reply {
  sender: string | undefined;
  recipients: readonly string[];
  references: readonly string[];
}

/**
 * The ticket that a mail replies to was merged, erased or given to another requester while the
 * transaction waited for it.
 */
export class TicketMoved extends Error {}

/**
 * The ticket that a mail replies to, locked.
 *
 * @throws TicketMoved to be searched again in another transaction: this one would hold a lock that
 * no other verb holds first
 */
export const lockRepliedTicket = async (
  tx: TxContext,
  mail: Reply,
): Promise<TicketRow | undefined> => {
  const found = await findRepliedTicket(tx, mail);
  if (!found) return undefined;
  const ticket = await lockTicket(tx.db, found.id);
  const isSame =
    ticket?.mergedInto === null &&
    ticket.requesterEmail === found.requesterEmail &&
    !(await isErased(tx.db, ticket.id));
  if (!isSame) throw new TicketMoved();
  return ticket;
};

/**
 * The ticket that a mail replies to: by a signed plus-address, which lets a reply come from another
 * address, else by the Message-IDs of our own mails if the ticket's requester sent it: those of
 * earlier versions are not signed. Never by the subject, and never one that was erased.
 */
const findRepliedTicket = async (
  ctx: CheckedContext,
  mail: Reply,
): Promise<TicketRow | undefined> => {
  for (const recipient of mail.recipients) {
    const id = await readReplyAddress(ctx, recipient);
    const ticket = id === undefined ? undefined : await findCurrentTicket(ctx.db, id);
    if (ticket && !(await isErased(ctx.db, ticket.id))) return ticket;
  }
  for (const id of ticketIdsOf(mail.references, ctx.mail?.domain)) {
    const ticket = await findCurrentTicket(ctx.db, id);
    if (ticket && mail.sender && ticket.requesterEmail === mail.sender) return ticket;
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
