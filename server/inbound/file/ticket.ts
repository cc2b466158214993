import { listSentTexts } from '../../../db/inbound/threads.ts';
import { findForwardContent } from '../../../db/outbox/forwards.ts';
import { insertMessage, type MailExtras } from '../../../db/tickets/messages.ts';
import { insertMentions, insertNote } from '../../../db/tickets/notes.ts';
import { type TicketRow, touchTickets, updateFollows } from '../../../db/tickets/tickets.ts';
import type { TxContext } from '../../core/context.ts';
import { htmlText } from '../../markup/text.ts';
import { isPlainText } from '../../text/plain-text.ts';
import { appendReaderMessage, createTicket } from '../../tickets/service.ts';
import { foldQuotes } from '../read/quotations.ts';
import type { PersonMail } from './judge.ts';

export interface Written {
  ticketId: number;
  messageId: number | null;
  noteId: number | null;
}

const defaultCategory = 'E-mail';

/** Opens a ticket for a mail; `follows` is the closed ticket that it replies to. */
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
    unanswerable: mail.unanswerable,
    ...extras,
  });
  if (follows) await updateFollows(tx.db, ticketId, follows.id);
  return { ticketId, messageId, noteId: null };
};

/** Adds a mail to the ticket that it replies to and reopens the ticket. */
export const addReply = async (
  tx: TxContext,
  mail: PersonMail,
  ticket: TicketRow,
): Promise<Written> => {
  const { text, ...extras } = await contentOf(tx, mail, ticket.id);
  const { person } = mail;
  const messageId = await appendReaderMessage(tx, ticket, {
    author: person?.name ?? person?.address ?? 'Leitor Anônimo',
    body: text,
    unanswerable: mail.unanswerable,
    ...extras,
    ...(person && person.address !== ticket.requesterEmail && { personEmail: person.address }),
  });
  return { ticketId: ticket.id, messageId, noteId: null };
};

/**
 * Adds an answer to a forward as a note that mentions the agent who forwarded. The ticket does not change.
 */
export const addNoteOfAnswer = async (
  tx: TxContext,
  mail: PersonMail,
  { ticketId, noteId: forwardId, agent }: { noteId: number; ticketId: number; agent: string },
): Promise<Written> => {
  const { address, name } = mail.person ?? {};
  const written = await addNote(tx, await contentOfAnswer(tx, mail, forwardId), {
    ticketId,
    author: name && address ? `${name} <${address}>` : address,
    personEmail: address,
    outside: true,
  });
  // An agent without an e-mail, or an erased one, cannot be mentioned.
  if (agent.includes('@')) await insertMentions(tx.db, written.noteId, [agent]);
  return written;
};

/** Adds a team member's mail to a ticket's thread as a note. The ticket does not change. */
export const addNoteOfColleague = async (
  tx: TxContext,
  mail: PersonMail,
  ticketId: number,
): Promise<Written> =>
  addNote(tx, await contentOf(tx, mail, ticketId), {
    ticketId,
    author: mail.person?.address,
    personEmail: undefined,
    outside: false,
  });

const addNote = async (
  tx: TxContext,
  { text, folded, notice }: MailContent,
  note: {
    ticketId: number;
    author: string | undefined;
    personEmail: string | undefined;
    outside: boolean;
  },
): Promise<Written & { noteId: number }> => {
  const { ticketId, author = 'Anônimo', personEmail, outside } = note;
  const noteId = await insertNote(tx.db, {
    ticketId,
    author,
    body: text,
    inPrompt: false,
    createdAt: tx.now(),
    mailed: { personEmail, outside, folded, notice },
  });
  await touchTickets(tx.db, [ticketId], tx.now());
  return { ticketId, messageId: null, noteId };
};

/** Adds an automatic answer to a ticket; its status and waiting do not change. */
export const addAutomatic = async (
  tx: TxContext,
  mail: PersonMail,
  { id: ticketId, requesterEmail }: TicketRow,
): Promise<Written> => {
  const { text, ...extras } = await contentOf(tx, mail, ticketId);
  const { person } = mail;
  const messageId = await insertMessage(tx.db, {
    ticketId,
    author: person?.name ?? person?.address ?? 'Servidor de e-mail',
    origin: 'requester',
    body: text,
    automatic: true,
    createdAt: tx.now(),
    personEmail: person && person.address !== requesterEmail ? person.address : undefined,
    ...extras,
  });
  return { ticketId, messageId, noteId: null };
};

export type MailContent = MailExtras & { text: string };

const sentTexts = { count: 10, length: 20_000 };

/** Returns the content of a mail on a ticket, without quotations of the ticket's mails. */
export const contentOf = async (
  tx: TxContext,
  mail: PersonMail,
  ticketId: number | undefined,
): Promise<MailContent> => {
  const bodies = ticketId === undefined ? [] : await listSentTexts(tx.db, ticketId, sentTexts);
  const sent = bodies.map((body) => (isPlainText(body) ? body : htmlText(body).text));
  return contentWithout(tx, mail, sent);
};

/** Returns the content of an answer to a forward, without the quoted forward. */
export const contentOfAnswer = async (
  tx: TxContext,
  mail: PersonMail,
  noteId: number,
): Promise<MailContent> => {
  const forward = await findForwardContent(tx.db, noteId);
  const sent = forward ? [forward.html, forward.forwarded] : [];
  return contentWithout(
    tx,
    mail,
    sent.map((html) => htmlText(html).text),
  );
};

const sealNotices = {
  unverified: 'Não verificado: o texto veio em uma assinatura ou em winmail.dat',
  encrypted: 'Cifrado: o texto não pode ser lido aqui',
};

/** Returns the notice for agents about a text; the names of refused attachments follow it. */
const noticeOf = (seal: PersonMail['seal'], isCut: boolean): string | undefined => {
  const notices = [seal && sealNotices[seal], isCut && 'Não guardado: parte do texto'];
  return notices.filter(Boolean).join('. ') || undefined;
};

const contentWithout = (
  { config }: TxContext,
  mail: PersonMail,
  sent: readonly string[],
): MailContent => {
  const { text, isCut, seal, cc } = mail;
  const own = config.inbound.ownAddresses;
  const { visible, folded, unsent } = foldQuotes(text, { ...mail, own, sent });
  return {
    text: visible || (seal === 'encrypted' ? '(texto cifrado)' : '(sem texto)'),
    folded,
    unsent,
    notice: noticeOf(seal, isCut),
    cc: cc.map(({ address, name }) => ({ email: address, name: name ?? null })),
  };
};
