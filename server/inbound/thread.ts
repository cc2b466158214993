import { findForward } from '../../db/tickets/notes.ts';
import {
  findCurrentTicket,
  findTicket,
  isErased,
  lockTicket,
  type TicketRow,
} from '../../db/tickets/tickets.ts';
import type { CheckedContext, TxContext } from '../core/context.ts';
import {
  type Answered,
  isSignedMailId,
  readMailId,
  readReplyAddress,
} from '../outbox/signed-ids.ts';

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

/** A forward that somebody answered. */
export interface AnsweredForward {
  /** The note that says so. */
  noteId: number;
  ticketId: number;
  /** The e-mail, or else the name, of who forwarded it. */
  agent: string;
}

/**
 * The forward that a mail answers, its ticket locked. What the reader sends is theirs, whatever it
 * answers.
 *
 * @throws TicketMoved as {@link lockRepliedTicket}
 */
export const lockAnsweredForward = async (
  tx: TxContext,
  mail: Reply,
): Promise<AnsweredForward | undefined> => {
  const noteId = await findAnsweredNote(tx, mail);
  const found = noteId === undefined ? undefined : await findForward(tx.db, noteId);
  if (noteId === undefined || !found) return undefined;
  const { ticketId, author: agent } = found;
  const ticket = await findTicket(tx.db, ticketId);
  if (!ticket || ticket.requesterEmail === mail.sender) return undefined;
  if (await isErased(tx.db, ticketId)) return undefined;
  await lockUnmoved(tx, ticket);
  return { noteId, ticketId, agent };
};

/**
 * The note of a forward that a mail answers: by a signed plus-address from any sender, else by the
 * signed Message-ID of our mail from one of those who got it.
 */
const findAnsweredNote = async (ctx: CheckedContext, mail: Reply): Promise<number | undefined> => {
  for (const recipient of mail.recipients) {
    const answered = await readReplyAddress(ctx, recipient);
    if (answered && 'noteId' in answered) return answered.noteId;
  }
  for (const reference of mail.references) {
    const { noteId } = readMailId(reference) ?? {};
    if (noteId === undefined || !(await isSignedMailId(ctx, reference))) continue;
    const forward = await findForward(ctx.db, noteId);
    if (mail.sender && forward?.recipients.includes(mail.sender)) return noteId;
  }
  return undefined;
};

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
  return lockUnmoved(tx, found);
};

const lockUnmoved = async (tx: TxContext, found: TicketRow): Promise<TicketRow> => {
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
    const ticket = await findAnsweredTicket(ctx, await readReplyAddress(ctx, recipient));
    if (ticket && !(await isErased(ctx.db, ticket.id))) return ticket;
  }
  for (const id of ticketIdsOf(mail.references, ctx.mail?.domain)) {
    const ticket = await findCurrentTicket(ctx.db, id);
    if (ticket && mail.sender && ticket.requesterEmail === mail.sender) return ticket;
  }
  return undefined;
};

const findAnsweredTicket = async (
  ctx: CheckedContext,
  answered: Answered | undefined,
): Promise<TicketRow | undefined> => {
  if (answered === undefined) return undefined;
  // A forward is answered here by the reader alone.
  const { ticketId } =
    'noteId' in answered ? ((await findForward(ctx.db, answered.noteId)) ?? {}) : answered;
  return ticketId === undefined ? undefined : findCurrentTicket(ctx.db, ticketId);
};

const ticketIdsOf = (references: readonly string[], ourDomain: string | undefined): Set<number> =>
  new Set(
    references.flatMap((reference) => {
      const { ticketId, domain } = readMailId(reference) ?? {};
      return ticketId !== undefined && domain === ourDomain ? [ticketId] : [];
    }),
  );
