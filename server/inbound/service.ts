import type { InboundOutcome, InboundRow, MailboxPosition } from '../../db/inbound.ts';
import * as inbound from '../../db/inbound.ts';
import type { TicketRow } from '../../db/tickets.ts';
import { recordAct } from '../audit/service.ts';
import { type Context, inTransaction, requireRole, type TxContext } from '../context.ts';
import { orThrow } from '../errors.ts';
import { addMessage, createTicket, setTicketStatus } from '../tickets/service.ts';
import { storeAttachments } from './attachments.ts';
import { classifyMail, readBounce } from './classify.ts';
import { hashKey, maxMailBytes, type ReadMail, readMail } from './parse.ts';
import { findRepliedTicket } from './thread.ts';

/** What became of a mail (docs/behaviour.md#inbound-mail). */
export interface Ingested {
  outcome: InboundOutcome | 'duplicate';
  ticketId?: number;
  messageId?: number;
  reason?: string;
}

/** Where a mail came from; its position in the mailbox is stored with what it became. */
export type MailSource = { source: 'gateway' } | { source: 'imap'; position: MailboxPosition };

const hourMs = 3_600_000;
/** More from one sender in an hour is a loop or a flood: it goes to quarantine. */
const maxMailsPerSenderHour = 30;
const defaultCategory = 'E-mail';

/**
 * Makes a raw mail (RFC 5322) a new ticket or a message of the one it replies to, once however often it is ingested. What
 * cannot be parsed is quarantined; automatic replies, bounces and lists open no ticket. Throws only if the database or the
 * storage is unavailable: then nothing, or all but its attachments, is stored, and ingesting it again finishes it.
 *
 * @throws AppError `forbidden`, `unavailable`
 */
export const ingestMail = async (
  ctx: Context,
  raw: Buffer,
  origin: MailSource,
): Promise<Ingested> => {
  requireRole(ctx.actor, 'agent');
  const mail = await readOrReason(raw);
  const ingested = await inTransaction(ctx, (tx) =>
    typeof mail === 'string'
      ? quarantine(tx, { key: hashKey(raw), sender: null, raw, reason: mail }, origin)
      : ingest(tx, mail, raw, origin),
  );
  if (typeof mail !== 'string') await finishAttachments(ctx, mail);
  if (origin.source === 'imap') {
    await inbound.upsertPosition(ctx.db, origin.position, ctx.now());
  }
  ctx.metrics.inboundMail(ingested.outcome);
  return ingested;
};

/** Notes a mail that is too large to be fetched from its mailbox. */
export const quarantineOversized = async (
  ctx: Context,
  origin: Extract<MailSource, { source: 'imap' }>,
): Promise<Ingested> => {
  const { mailbox, uidValidity, lastUid } = origin.position;
  const key = `imap:${mailbox}:${uidValidity}:${lastUid}`;
  const ingested = await inTransaction(ctx, async (tx) => {
    await inbound.upsertPosition(tx.db, origin.position, tx.now());
    return quarantine(tx, { key, sender: null, raw: null, reason: 'too-large' }, origin);
  });
  ctx.metrics.inboundMail(ingested.outcome);
  return ingested;
};

const readOrReason = async (raw: Buffer): Promise<ReadMail | string> => {
  if (raw.length > maxMailBytes) return 'too-large';
  try {
    const mail = await readMail(raw);
    return mail.sender ? mail : 'no-sender';
  } catch {
    return 'unreadable';
  }
};

const ingest = async (
  tx: TxContext,
  mail: ReadMail,
  raw: Buffer,
  origin: MailSource,
): Promise<Ingested> => {
  const sender = mail.sender?.address ?? '';
  const kind = classifyMail(mail, tx.inbound.ownAddresses);
  const base = { key: mail.dedupeKey, sender, raw: null };
  if (kind === 'bounce') return takeBounce(tx, mail, base, origin);
  if (kind !== 'person') return store(tx, { ...base, outcome: 'ignored', reason: kind }, origin);
  const since = new Date(tx.now().getTime() - hourMs);
  if ((await inbound.countInboundOf(tx.db, sender, since)) >= maxMailsPerSenderHour) {
    return quarantine(tx, { ...base, raw, reason: 'too-many' }, origin);
  }
  const replied = await findRepliedTicket(tx, mail);
  const continues = replied?.status === 'closed' && tx.inbound.closedTickets === 'new-ticket';
  const outcome = replied && !continues ? 'reply' : 'new-ticket';
  const stored = await insert(tx, { ...base, outcome, reason: null }, origin);
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
  });
  if (ticket.status === 'closed') await setTicketStatus(tx, ticket.id, 'open');
  return { ticketId: ticket.id, messageId };
};

interface StoredMail {
  key: string;
  sender: string | null;
  raw: Buffer | null;
  outcome: InboundOutcome;
  reason: string | null;
}

const insert = (
  tx: TxContext,
  { key, ...mail }: StoredMail,
  { source }: MailSource,
): Promise<number | undefined> =>
  inbound.insertInbound(tx.db, { ...mail, dedupeKey: key, source, receivedAt: tx.now() });

/** Stores a mail that becomes neither ticket nor message. */
const store = async (tx: TxContext, mail: StoredMail, origin: MailSource): Promise<Ingested> => {
  const id = await insert(tx, mail, origin);
  if (id === undefined) return { outcome: 'duplicate' };
  return { outcome: mail.outcome, ...(mail.reason && { reason: mail.reason }) };
};

const quarantine = async (
  tx: TxContext,
  mail: Omit<StoredMail, 'outcome'>,
  origin: MailSource,
): Promise<Ingested> => {
  const stored = await store(tx, { ...mail, outcome: 'quarantined' }, origin);
  if (stored.outcome === 'quarantined') {
    tx.log.warn({ reason: mail.reason }, 'a mail is in quarantine');
  }
  return stored;
};

/** Marks our mail as bounced, notes it on its message, and reopens the ticket so that an agent sees it. */
const takeBounce = async (
  tx: TxContext,
  mail: ReadMail,
  base: Omit<StoredMail, 'outcome' | 'reason'>,
  origin: MailSource,
): Promise<Ingested> => {
  const stored = await store(tx, { ...base, outcome: 'ignored', reason: 'bounce' }, origin);
  const bounce = stored.outcome === 'ignored' ? readBounce(mail) : undefined;
  if (!bounce?.failed) return stored;
  const bounced = await inbound.markBounced(tx.db, bounce.mailId, bounce.reason);
  if (!bounced) return stored;
  await inbound.updateMessageExtras(tx.db, bounced.messageId, {
    notice: `E-mail devolvido: ${bounce.reason}`,
  });
  await setTicketStatus(tx, bounced.ticketId, 'open');
  return { ...stored, ...bounced };
};

/** Stores the attachments of a mail whose message is stored; does nothing if they are. */
const finishAttachments = async (ctx: Context, mail: ReadMail): Promise<void> => {
  const row = await inbound.findInboundByKey(ctx.db, mail.dedupeKey);
  if (!row?.attachmentsPending || !row.ticketId || !row.messageId) return;
  const place = { ticketId: row.ticketId, messageId: row.messageId };
  const notice = await storeAttachments(ctx, place, mail.attachments);
  await inTransaction(ctx, async ({ db }) => {
    if (notice) await inbound.updateMessageExtras(db, place.messageId, { notice });
    await inbound.updateInbound(db, row.id, { attachments_pending: false });
  });
};

/** A page of mails, newest first, and the cursor of the next page or null after the last one. @throws AppError `forbidden` */
export const listInbound = async (
  ctx: Context,
  page: { outcome?: InboundOutcome | undefined; beforeId?: number | undefined; limit: number },
): Promise<{ items: InboundRow[]; nextCursor: string | null }> => {
  requireRole(ctx.actor, 'agent');
  const rows = await inbound.listInbound(ctx.db, { ...page, limit: page.limit + 1 });
  const items = rows.slice(0, page.limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > page.limit && last ? String(last.id) : null };
};

/** Reads a quarantined mail again. @throws AppError `forbidden`, `mail-not-found` */
export const retryQuarantined = async (ctx: Context, id: number): Promise<Ingested> => {
  requireRole(ctx.actor, 'admin');
  const mail = await inTransaction(ctx, async (tx) => {
    const row = orThrow(await inbound.lockQuarantined(tx.db, id), 'mail-not-found');
    await inbound.deleteInbound(tx.db, id);
    await recordAct(tx, { action: 'inbound.retry', target: `inbound-mail:${id}` });
    return row;
  });
  return ingestMail(ctx, mail.raw, { source: 'gateway' });
};

/** What arrived in the last 24 hours, and how far the mailbox has been read. @throws AppError `forbidden` */
export const inboundStatus = async (
  ctx: Context,
): Promise<{
  mailbox: string | null;
  position: (MailboxPosition & { readAt: Date }) | null;
  lastDay: { outcome: InboundOutcome; count: number }[];
}> => {
  requireRole(ctx.actor, 'agent');
  const name = ctx.inbound.mailbox?.name ?? null;
  const since = new Date(ctx.now().getTime() - 24 * hourMs);
  return {
    mailbox: name,
    position: (name !== null && (await inbound.findPosition(ctx.db, name))) || null,
    lastDay: await inbound.countInbound(ctx.db, since),
  };
};
