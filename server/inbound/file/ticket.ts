import { insertMentions, insertNote } from '../../../db/tickets/notes.ts';
import { type TicketRow, touchTickets, updateFollows } from '../../../db/tickets/tickets.ts';
import type { TxContext } from '../../core/context.ts';
import { addMessage, createTicket, setTicketStatus } from '../../tickets/service.ts';
import { contentOf, contentOfAnswer } from './content.ts';
import type { PersonMail } from './judge.ts';

/** What a mail became on a ticket. */
export interface Written {
  ticketId: number;
  messageId: number | null;
  noteId: number | null;
}

const defaultCategory = 'E-mail';

/** Opens a ticket with a mail; `follows` is the closed one that it replies to. */
export const openTicket = async (
  tx: TxContext,
  mail: PersonMail,
  follows: TicketRow | undefined,
): Promise<Written> => {
  const { text, ...extras } = await contentOf(tx, mail, follows?.id);
  const { id: ticketId, messageId } = await createTicket(tx, {
    requesterEmail: mail.person?.address,
    requesterName: mail.person?.name,
    subject: mail.subject,
    body: text,
    main: follows?.main ?? defaultCategory,
    ...extras,
  });
  if (follows) await updateFollows(tx.db, ticketId, follows.id);
  return { ticketId, messageId, noteId: null };
};

/** Adds a mail to the ticket that it replies to, which opens again. */
export const addReply = async (
  tx: TxContext,
  mail: PersonMail,
  ticket: TicketRow,
): Promise<Written> => {
  const { text, ...extras } = await contentOf(tx, mail, ticket.id);
  const { person } = mail;
  const { id: messageId } = await addMessage(tx, {
    ticketId: ticket.id,
    author: person?.name ?? person?.address ?? 'Leitor Anônimo',
    origin: 'requester',
    body: text,
    ...extras,
    ...(person && person.address !== ticket.requesterEmail && { personEmail: person.address }),
  });
  if (ticket.status === 'closed') await setTicketStatus(tx, ticket.id, 'open');
  return { ticketId: ticket.id, messageId, noteId: null };
};

/**
 * Adds what somebody answered to a forward as a note, and mentions the agent who forwarded it. The
 * ticket stays as it is.
 */
export const addNoteOfAnswer = async (
  tx: TxContext,
  mail: PersonMail,
  forward: { noteId: number; ticketId: number; agent: string },
): Promise<Written> => {
  const { ticketId } = forward;
  const { text, folded, notice } = await contentOfAnswer(tx, mail, forward.noteId);
  const { address, name } = mail.person ?? {};
  const noteId = await insertNote(tx.db, {
    ticketId,
    author: name && address ? `${name} <${address}>` : (address ?? 'Anônimo'),
    body: text,
    inPrompt: false,
    createdAt: tx.now(),
    mailed: { personEmail: address, folded, notice },
  });
  // An agent without an e-mail, or one who was erased, cannot be mentioned.
  if (forward.agent.includes('@')) await insertMentions(tx.db, noteId, [forward.agent]);
  await touchTickets(tx.db, [ticketId], tx.now());
  return { ticketId, messageId: null, noteId };
};
