import { findForward } from '../../../db/tickets/notes.ts';
import {
  findCurrentTicket,
  findTicket,
  isErased,
  lockTicket,
  type TicketRow,
} from '../../../db/tickets/tickets.ts';
import type { CheckedContext, TxContext } from '../../core/context.ts';
import { isSignedMailId, readMailId, readReplyAddress } from '../../outbox/signed-ids.ts';
import { isColleague } from '../../team/service.ts';
import type { PersonMail } from './judge.ts';

/**
 * The ticket or forward that a mail answers; the sender of the former may be a colleague. `agent` is the
 * e-mail or name of the person who forwarded.
 */
export type Answered = { ticket: TicketRow; isColleague: boolean } | AnsweredForward;

interface AnsweredForward {
  noteId: number;
  ticketId: number;
  agent: string;
}

/**
 * Finds what a mail answers and locks its ticket; undefined if it answers nothing. Returns `moved` if the
 * ticket was merged, erased or given to another requester before it was locked. The caller must then retry
 * in another transaction, because locking a second ticket in this one could deadlock.
 */
export const lockAnswered = async (
  tx: TxContext,
  mail: PersonMail,
  { isAutomatic }: { isAutomatic: boolean },
): Promise<Answered | 'moved' | undefined> => {
  const address = mail.person?.address;
  const isOfTeam = address !== undefined && (await isColleague(tx, address));
  const forward = isAutomatic ? undefined : await findAnsweredForward(tx, mail);
  const found = forward?.ticket ?? (await findRepliedTicket(tx, mail, isAutomatic || isOfTeam));
  if (!found) return undefined;
  const ticket = await lockTicket(tx.db, found.id);
  const isSame =
    ticket?.mergedInto === null &&
    ticket.requesterEmail === found.requesterEmail &&
    !(await isErased(tx.db, ticket.id));
  if (!isSame) return 'moved';
  if (!forward) return { ticket, isColleague: isOfTeam && ticket.requesterEmail !== address };
  const { noteId, agent } = forward;
  return { noteId, agent, ticketId: ticket.id };
};

/**
 * Finds the note of a forward that a mail answers: by a signed plus-address from any sender, or by the
 * signed Message-ID of our mail from one of its recipients.
 */
const findAnsweredNote = async (
  ctx: CheckedContext,
  { recipients, references, person }: PersonMail,
): Promise<number | undefined> => {
  for (const recipient of recipients) {
    const answered = await readReplyAddress(ctx, recipient);
    if (answered && 'noteId' in answered) return answered.noteId;
  }
  for (const reference of references) {
    const { noteId } = readMailId(reference) ?? {};
    if (noteId === undefined || !(await isSignedMailId(ctx, reference))) continue;
    const forward = await findForward(ctx.db, noteId);
    if (person && forward?.recipients.includes(person.address)) return noteId;
  }
  return undefined;
};

/** Finds the forward that a mail answers; a mail of the ticket's requester never answers a forward. */
const findAnsweredForward = async (ctx: CheckedContext, mail: PersonMail) => {
  const noteId = await findAnsweredNote(ctx, mail);
  const forward = noteId === undefined ? undefined : await findForward(ctx.db, noteId);
  const ticket = forward && (await findTicket(ctx.db, forward.ticketId));
  if (noteId === undefined || !ticket || ticket.requesterEmail === mail.person?.address) {
    return undefined;
  }
  if (await isErased(ctx.db, ticket.id)) return undefined;
  return { noteId, agent: forward.author, ticket };
};

/**
 * Finds the ticket that a mail replies to. A signed plus-address works from any address. The Message-IDs of
 * our mails (earlier versions did not sign them) work for the ticket's requester; signed ones also for
 * trusted mails: a colleague's or automatic. The subject never counts, and erased tickets are never found.
 */
const findRepliedTicket = async (
  ctx: CheckedContext,
  { recipients, references, person }: PersonMail,
  isTrusted: boolean,
): Promise<TicketRow | undefined> => {
  for (const recipient of recipients) {
    const answered = await readReplyAddress(ctx, recipient);
    if (!answered) continue;
    const of = 'noteId' in answered ? await findForward(ctx.db, answered.noteId) : answered;
    const ticket = of && (await findCurrentTicket(ctx.db, of.ticketId));
    if (ticket && !(await isErased(ctx.db, ticket.id))) return ticket;
  }
  for (const reference of references) {
    const id = readMailId(reference);
    if (id?.domain !== ctx.mail?.domain || id === undefined) continue;
    const ticket = await findCurrentTicket(ctx.db, id.ticketId);
    const isRequester = person !== undefined && ticket?.requesterEmail === person.address;
    if (ticket && (isRequester || (isTrusted && (await isSignedMailId(ctx, reference)))))
      return ticket;
  }
  return undefined;
};
