import * as inbound from '../../db/inbound.ts';
import type { TicketRow } from '../../db/tickets.ts';
import { recordAct } from '../audit/service.ts';
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
import { classifyMail } from './classify.ts';
import { hashKey, maxMailBytes, type ReadMail, readMail } from './parse.ts';
import {
  advancePosition,
  type Ingested,
  insertMail,
  type MailSource,
  quarantineMail,
  type StoredMail,
  storeMail,
} from './store.ts';
import { findRepliedTicket } from './thread.ts';

const hourMs = 3_600_000;
/** More from one sender in an hour is a loop or a flood: it goes to quarantine. */
const maxMailsPerSenderHour = 30;
const parseMs = 60_000;
const defaultCategory = 'E-mail';

/** Options for the retry of a quarantined mail. */
interface Again {
  /** Runs first in the transaction that stores the mail. */
  first: (tx: TxContext) => Promise<void>;
}

/**
 * Makes a raw mail (RFC 5322) a new ticket or a message of the one it replies to, once however often it is ingested. What
 * breaks the parser or the database is quarantined; automatic replies, bounces and lists open no ticket. Throws only if the
 * database or the storage is unavailable: then nothing, or all but its attachments and its position, is stored, and ingesting it
 * again finishes it.
 *
 * @throws AppError `forbidden`, `unavailable`
 */
export const ingestMail = async (
  ctx: Context,
  raw: Buffer,
  origin: MailSource,
  again?: Again,
): Promise<Ingested> => {
  requireRole(ctx.actor, 'agent');
  const mail = await readOrReason(raw);
  const ingested =
    typeof mail === 'string'
      ? await quarantineRaw(ctx, raw, mail, origin, again)
      : await ingestOrQuarantine(ctx, mail, raw, origin, again);
  ctx.metrics.inboundMail(ingested.outcome);
  return ingested;
};

/** Notes a mail that is too large to be fetched from its mailbox. */
export const quarantineOversized = async (
  ctx: Context,
  origin: Extract<MailSource, { source: 'imap' }>,
): Promise<Ingested> => {
  onlyService(ctx.actor);
  const { mailbox, uidValidity, lastUid } = origin.position;
  const key = `imap:${mailbox}:${uidValidity}:${lastUid}`;
  const ingested = await inTransaction(ctx, async (tx) => {
    await advancePosition(tx, origin);
    return quarantineMail(tx, { key, sender: null, raw: null, reason: 'too-large' }, 'imap');
  });
  ctx.metrics.inboundMail(ingested.outcome);
  return ingested;
};

const readOrReason = async (raw: Buffer): Promise<ReadMail | string> => {
  if (raw.length > maxMailBytes) return 'too-large';
  try {
    const mail = await withinDeadline(readMail(raw));
    return mail.sender ? mail : 'no-sender';
  } catch {
    return 'unreadable';
  }
};

/** The parser never finishes some malformed mails. */
const withinDeadline = async <T>(parsed: Promise<T>): Promise<T> => {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('the parser does not finish')), parseMs);
  try {
    return await Promise.race([parsed, late]);
  } finally {
    clearTimeout(timer);
  }
};

const quarantineRaw = (
  ctx: Context,
  raw: Buffer,
  reason: string,
  origin: MailSource,
  again?: Again,
): Promise<Ingested> =>
  inTransaction(ctx, async (tx) => {
    await again?.first(tx);
    await advancePosition(tx, origin);
    return quarantineMail(tx, { key: hashKey(raw), sender: null, raw, reason }, origin.source);
  });

/** A mail that cannot be processed must not stop the next ones. */
const ingestOrQuarantine = async (
  ctx: Context,
  mail: ReadMail,
  raw: Buffer,
  origin: MailSource,
  again?: Again,
): Promise<Ingested> => {
  try {
    const ingested = await inTransaction(ctx, async (tx) => {
      await again?.first(tx);
      // Attachments are stored after the commit; then the position moves with them.
      if (mail.attachments.length === 0) await advancePosition(tx, origin);
      return ingest(tx, mail, raw, origin, { limited: again === undefined });
    });
    if (mail.attachments.length > 0) await finishAttachments(ctx, mail, origin);
    return ingested;
  } catch (error) {
    if (toAppError(error).code === 'unavailable') throw error;
    ctx.log.error({ err: error }, 'ingesting a mail failed');
    return quarantineRaw(ctx, raw, 'failed', origin, again);
  }
};

const ingest = async (
  tx: TxContext,
  mail: ReadMail,
  raw: Buffer,
  { source }: MailSource,
  { limited }: { limited: boolean },
): Promise<Ingested> => {
  const sender = mail.sender?.address ?? '';
  const kind = classifyMail(mail, tx.config.inbound.ownAddresses);
  const base: Omit<StoredMail, 'outcome' | 'reason'> = { key: mail.dedupeKey, sender, raw: null };
  if (kind === 'bounce') return takeBounce(tx, mail, base, source);
  if (kind !== 'person')
    return storeMail(tx, { ...base, outcome: 'ignored', reason: kind }, source);
  if (limited && (await isFlood(tx, sender))) {
    return quarantineMail(tx, { ...base, raw, reason: 'too-many' }, source);
  }
  const replied = await findRepliedTicket(tx, mail);
  const continues =
    replied?.status === 'closed' && tx.config.inbound.closedTickets === 'new-ticket';
  const outcome = replied && !continues ? 'reply' : 'new-ticket';
  const stored = await insertMail(tx, { ...base, outcome, reason: null }, source);
  if (stored === undefined) return { outcome: 'duplicate' };
  const made =
    replied && !continues ? await reply(tx, replied, mail) : await open(tx, mail, replied);
  await inbound.updateMessageExtras(tx.db, made.messageId, { folded: mail.folded ?? null });
  await inbound.updateInbound(tx.db, stored, {
    ticket_id: made.ticketId,
    message_id: made.messageId,
    attachments_pending: mail.attachments.length > 0,
  });
  await recordAct(tx, { action: 'inbound.ingest', target: `ticket:${made.ticketId}` });
  return { outcome, ...made };
};

const isFlood = async (tx: TxContext, sender: string): Promise<boolean> => {
  const since = new Date(tx.now().getTime() - hourMs);
  return (await inbound.countInboundOf(tx.db, sender, since)) >= maxMailsPerSenderHour;
};

const authorOf = ({ sender }: ReadMail): string => sender?.name ?? sender?.address ?? 'Leitor';

const open = async (tx: TxContext, mail: ReadMail, follows: TicketRow | undefined) => {
  const { id, messageId } = await createTicket(tx, {
    requesterEmail: mail.sender?.address,
    requesterName: mail.sender?.name,
    subject: mail.subject,
    body: mail.text || '(sem texto)',
    main: follows?.main ?? defaultCategory,
  });
  if (follows) await inbound.updateFollows(tx.db, id, follows.id);
  return { ticketId: id, messageId };
};

const reply = async (tx: TxContext, ticket: TicketRow, mail: ReadMail) => {
  const { id: messageId } = await addMessage(tx, {
    ticketId: ticket.id,
    author: authorOf(mail),
    origin: 'requester',
    body: mail.text || '(sem texto)',
    ...(mail.sender?.address !== ticket.requesterEmail && { personEmail: mail.sender?.address }),
  });
  if (ticket.status === 'closed') await setTicketStatus(tx, ticket.id, 'open');
  return { ticketId: ticket.id, messageId };
};

/** Stores the attachments of a mail whose message is stored, unless they are, and moves the position. */
const finishAttachments = async (
  ctx: Context,
  mail: ReadMail,
  origin: MailSource,
): Promise<void> => {
  const row = await inbound.findInboundByKey(ctx.db, mail.dedupeKey);
  const mailId = row?.attachmentsPending ? row.id : undefined;
  if (mailId !== undefined) await storeAttachments(ctx, mailId, mail.attachments);
  await inTransaction(ctx, async (tx) => {
    if (mailId !== undefined) {
      await inbound.updateInbound(tx.db, mailId, { attachments_pending: false });
    }
    await advancePosition(tx, origin);
  });
};
