import * as inbound from '../../db/inbound/inbound.ts';
import { type MailExtras, type TicketRow, updateFollows } from '../../db/tickets/tickets.ts';
import { recordAct } from '../audit/service.ts';
import { hourMs } from '../civil-time.ts';
import {
  type Context,
  inTransaction,
  onlyService,
  requireRole,
  type TxContext,
} from '../context.ts';
import { toAppError } from '../errors.ts';
import { addMessage, createTicket, setTicketStatus } from '../tickets/service.ts';
import { storeAttachments } from './attachments.ts';
import { takeBounce } from './bounce.ts';
import { hashKey } from './parse.ts';
import { readInThread } from './reader.ts';
import type { ParsedMail } from './reader-thread.ts';
import {
  advancePosition,
  type Ingested,
  insertMail,
  keepInQuarantine,
  type MailSource,
  quarantineMail,
  storeMail,
  takeFromQuarantine,
} from './store.ts';
import { lockRepliedTicket, TicketMoved } from './thread.ts';

/** More from one sender in an hour is a loop or a flood: it goes to quarantine. Mails that the mail server vouches for count apart from others. */
const maxMailsPerSenderHour = 30;
const defaultCategory = 'E-mail';

/** A mail as it arrived. */
interface Arrival {
  raw: Buffer;
  origin: MailSource;
  /** The mail in quarantine that this is another attempt at. */
  retryOf: number | undefined;
}

/** A mail with one sender. */
type SentMail = ParsedMail & { sender: { address: string; name: string | undefined } };

/**
 * Makes a raw mail (RFC 5322) a new ticket or a message of the one it replies to, once however often it is ingested. What
 * breaks the parser or the database is quarantined; automatic replies, bounces and lists open no ticket. Throws only if the
 * database or the storage is unavailable: then nothing, or all but its attachments and its position, is stored, and ingesting it
 * again finishes it. `retryOf` takes the mail out of quarantine in the transaction that completes it, and its sender's limit does not apply.
 *
 * @throws AppError `forbidden`, `unavailable`; `mail-not-found` if `retryOf` is not in quarantine
 */
export const ingestMail = async (
  ctx: Context,
  raw: Buffer,
  origin: MailSource,
  { retryOf }: { retryOf?: number } = {},
): Promise<Ingested> => {
  requireRole(ctx.actor, 'agent');
  const arrival = { raw, origin, retryOf };
  const mail = await readInThread(ctx, raw);
  const ingested = await ingestRead(ctx, mail, arrival);
  ctx.metrics.inboundMail(ingested.outcome);
  return ingested;
};

const ingestRead = (
  ctx: Context,
  mail: ParsedMail | 'too-large' | 'unreadable',
  arrival: Arrival,
): Promise<Ingested> => {
  if (typeof mail === 'string') return quarantineRaw(ctx, arrival, mail);
  const { sender } = mail;
  if (typeof sender === 'string') return quarantineRaw(ctx, arrival, sender);
  return ingestOrQuarantine(ctx, { ...mail, sender }, arrival);
};

/** Notes a mail that is too large to be fetched from its mailbox. */
export const quarantineOversized = async (
  ctx: Context,
  origin: Extract<MailSource, { source: 'imap' }>,
): Promise<Ingested> => {
  onlyService(ctx.actor);
  const { mailbox, uidValidity, lastUid } = origin.position;
  const dedupeKey = `imap:${mailbox}:${uidValidity}:${lastUid}`;
  const ingested = await inTransaction(ctx, async (tx) => {
    await advancePosition(tx, origin);
    return quarantineMail(tx, { ...unread, dedupeKey, raw: null, reason: 'too-large' }, 'imap');
  });
  ctx.metrics.inboundMail(ingested.outcome);
  return ingested;
};

const unread = { mailId: null, sender: null, verified: false };

const quarantineRaw = async (
  ctx: Context,
  { raw, origin, retryOf }: Arrival,
  reason: string,
): Promise<Ingested> => {
  const dedupeKey = await hashKey(raw);
  return inTransaction(ctx, async (tx) => {
    if (retryOf !== undefined) await takeFromQuarantine(tx, retryOf);
    await advancePosition(tx, origin);
    return quarantineMail(tx, { ...unread, dedupeKey, raw, reason }, origin.source);
  });
};

/** A mail that cannot be processed must not stop the next ones. */
const ingestOrQuarantine = async (
  ctx: Context,
  mail: SentMail,
  arrival: Arrival,
): Promise<Ingested> => {
  let ingested: Ingested;
  try {
    ingested = await inTransaction(ctx, (tx) => begin(tx, mail, arrival));
  } catch (error) {
    if (error instanceof TicketMoved) return ingestOrQuarantine(ctx, mail, arrival);
    if (toAppError(error).code === 'unavailable') throw error;
    ctx.log.error({ err: error }, 'ingesting a mail failed');
    return quarantineRaw(ctx, arrival, 'failed');
  }
  if (mail.attachments.length > 0) await finishAttachments(ctx, mail, arrival);
  return ingested;
};

/** Attachments are stored after the commit; then the position moves, and the mail leaves the quarantine, with them. */
const begin = async (tx: TxContext, mail: SentMail, arrival: Arrival): Promise<Ingested> => {
  const { origin, retryOf } = arrival;
  const isWhole = mail.attachments.length === 0;
  if (retryOf !== undefined) await (isWhole ? takeFromQuarantine : keepInQuarantine)(tx, retryOf);
  if (isWhole) await advancePosition(tx, origin);
  return ingest(tx, mail, arrival);
};

const ingest = async (
  tx: TxContext,
  mail: SentMail,
  { raw, origin: { source }, retryOf }: Arrival,
): Promise<Ingested> => {
  const base = storedAs(mail);
  if (mail.kind === 'bounce') return takeBounce(tx, mail.bounce, { ...base, raw }, source);
  if (mail.kind !== 'person') {
    return storeMail(tx, { ...base, outcome: 'ignored', reason: mail.kind }, source);
  }
  if (retryOf === undefined && (await isFlood(tx, base))) {
    return quarantineMail(tx, { ...base, raw, reason: 'too-many' }, source);
  }
  const replied = await lockRepliedTicket(tx, { ...mail, sender: base.sender });
  const continues =
    replied?.status === 'closed' && tx.config.inbound.closedTickets === 'new-ticket';
  const outcome = replied && !continues ? 'reply' : 'new-ticket';
  const stored = await insertMail(tx, { ...base, outcome, reason: null }, source);
  if (stored === undefined) return { outcome: 'duplicate' };
  const made =
    replied && !continues ? await reply(tx, replied, mail) : await open(tx, mail, replied);
  await inbound.updateInbound(tx.db, stored, {
    ticket_id: made.ticketId,
    message_id: made.messageId,
    attachments_pending: mail.attachments.length > 0,
  });
  await recordAct(tx, { action: 'inbound.ingest', target: `ticket:${made.ticketId}` });
  return { outcome, ...made };
};

const storedAs = ({ dedupeKey, mailId, sender, verified }: SentMail) => ({
  dedupeKey,
  mailId: mailId ?? null,
  sender: sender.address,
  verified,
  raw: null,
});

const isFlood = async (
  tx: TxContext,
  { sender, verified }: { sender: string; verified: boolean },
): Promise<boolean> => {
  const since = new Date(tx.now().getTime() - hourMs);
  const count = await inbound.countInboundOf(tx.db, { sender, verified, since });
  return count >= maxMailsPerSenderHour;
};

const extrasOf = ({ folded, isCut }: SentMail): MailExtras => ({
  folded,
  // Attachments that are refused follow after a comma.
  notice: isCut ? 'Não guardado: parte do texto' : undefined,
});

const open = async (tx: TxContext, mail: SentMail, follows: TicketRow | undefined) => {
  const { id, messageId } = await createTicket(tx, {
    requesterEmail: mail.sender.address,
    requesterName: mail.sender.name,
    subject: mail.subject,
    body: mail.text || '(sem texto)',
    main: follows?.main ?? defaultCategory,
    ...extrasOf(mail),
  });
  if (follows) await updateFollows(tx.db, id, follows.id);
  return { ticketId: id, messageId };
};

const reply = async (tx: TxContext, ticket: TicketRow, mail: SentMail) => {
  const { id: messageId } = await addMessage(tx, {
    ticketId: ticket.id,
    author: mail.sender.name ?? mail.sender.address,
    origin: 'requester',
    body: mail.text || '(sem texto)',
    ...extrasOf(mail),
    ...(mail.sender?.address !== ticket.requesterEmail && { personEmail: mail.sender?.address }),
  });
  if (ticket.status === 'closed') await setTicketStatus(tx, ticket.id, 'open');
  return { ticketId: ticket.id, messageId };
};

/** Stores the attachments of a mail whose message is stored, unless they are, and completes the mail. */
const finishAttachments = async (
  ctx: Context,
  mail: SentMail,
  { origin, retryOf }: Arrival,
): Promise<void> => {
  const row = await inbound.findInbound(ctx.db, storedAs(mail));
  const mailId = row?.attachmentsPending ? row.id : undefined;
  if (mailId !== undefined) await storeAttachments(ctx, mailId, mail.attachments);
  await inTransaction(ctx, async (tx) => {
    if (mailId !== undefined) {
      await inbound.updateInbound(tx.db, mailId, { attachments_pending: false });
    }
    if (retryOf !== undefined) await takeFromQuarantine(tx, retryOf);
    await advancePosition(tx, origin);
  });
};
