import * as inbound from '../../db/inbound/inbound.ts';
import { listSentTexts } from '../../db/inbound/threads.ts';
import type { MailExtras } from '../../db/tickets/messages.ts';
import { type TicketRow, updateFollows } from '../../db/tickets/tickets.ts';
import { recordAct } from '../audit/service.ts';
import { hourMs } from '../core/civil-time.ts';
import type { TxContext } from '../core/context.ts';
import { htmlText } from '../text/html.ts';
import { isPlainText } from '../text/plain-text.ts';
import { addMessage, createTicket, setTicketStatus } from '../tickets/service.ts';
import { takeForwardAnswer } from './forward-answer.ts';
import type { PersonMail } from './judge.ts';
import { readContent } from './mail-content.ts';
import { type Arrival, type Ingested, insertMail, type KnownMail, setAside } from './store.ts';
import { lockAnsweredForward, lockRepliedTicket } from './thread.ts';

/**
 * More from one sender in an hour is a loop or a flood: it goes to quarantine. Mails that the mail
 * server vouches for count apart from others.
 */
const maxMailsPerSenderHour = 30;
const defaultCategory = 'E-mail';

/**
 * Makes a mail of a person a message of the ticket that it replies to, or a new ticket; a note if it
 * answers a forward.
 *
 * @throws TicketMoved to be tried again in another transaction
 */
export const takePersonMail = async (
  tx: TxContext,
  known: KnownMail,
  mail: PersonMail,
  arrival: Arrival,
): Promise<Ingested & { inboundId?: number }> => {
  if (!arrival.retry && (await isFlood(tx, mail))) {
    return setAside(tx, known, { outcome: 'quarantined', reason: 'too-many' }, arrival);
  }
  const answer = { ...mail, sender: mail.person?.address };
  const forward = await lockAnsweredForward(tx, answer);
  if (forward) return takeForwardAnswer(tx, known, mail, arrival, forward);
  const found = await lockRepliedTicket(tx, answer);
  const opensNew = found?.status === 'closed' && tx.config.inbound.closedTickets === 'new-ticket';
  const replied = opensNew ? undefined : found;
  const outcome = replied ? 'reply' : 'new-ticket';
  const stored = await insertMail(tx, known, { outcome, reason: null }, arrival);
  if ('known' in stored) return { outcome: 'duplicate', inboundId: stored.known.id };
  const { text, ...extras } = await contentOf(tx, mail, found);
  const made = replied
    ? await reply(tx, replied, mail, { text, ...extras })
    : await open(tx, mail, { text, ...extras, follows: found });
  await inbound.updateInbound(tx.db, stored.id, {
    ticket_id: made.ticketId,
    message_id: made.messageId,
    attachments_pending: mail.attachments.length > 0,
  });
  await recordAct(tx, { action: 'inbound.ingest', target: `ticket:${made.ticketId}` });
  return { outcome, ...made, inboundId: stored.id };
};

const isFlood = async (tx: TxContext, { person, verified }: PersonMail): Promise<boolean> => {
  const since = new Date(tx.now().getTime() - hourMs);
  const from = { sender: person?.address ?? '', verified, since };
  return (await inbound.countInboundOf(tx.db, from)) >= maxMailsPerSenderHour;
};

const sentTexts = { count: 10, length: 20_000 };

/** What a mail says, apart from what it quotes. */
export const contentOf = async (
  tx: TxContext,
  mail: PersonMail,
  replied: Pick<TicketRow, 'id'> | undefined,
): Promise<MailExtras & { text: string }> => {
  const bodies = replied ? await listSentTexts(tx.db, replied.id, sentTexts) : [];
  const sent = bodies.map((body) => (isPlainText(body) ? body : htmlText(body)));
  return readContent(mail, sent);
};

type Content = MailExtras & { text: string };

const open = async (
  tx: TxContext,
  { person, subject }: PersonMail,
  { text, follows, ...extras }: Content & { follows: TicketRow | undefined },
) => {
  const { id, messageId } = await createTicket(tx, {
    requesterEmail: person?.address,
    requesterName: person?.name,
    subject,
    body: text,
    main: follows?.main ?? defaultCategory,
    ...extras,
  });
  if (follows) await updateFollows(tx.db, id, follows.id);
  return { ticketId: id, messageId };
};

const reply = async (
  tx: TxContext,
  ticket: TicketRow,
  { person }: PersonMail,
  { text, ...extras }: Content,
) => {
  const { id: messageId } = await addMessage(tx, {
    ticketId: ticket.id,
    author: person?.name ?? person?.address ?? 'Leitor Anônimo',
    origin: 'requester',
    body: text,
    ...extras,
    ...(person && person.address !== ticket.requesterEmail && { personEmail: person.address }),
  });
  if (ticket.status === 'closed') await setTicketStatus(tx, ticket.id, 'open');
  return { ticketId: ticket.id, messageId };
};
