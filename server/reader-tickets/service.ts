import * as readers from '../../db/reader-tickets/reader-tickets.ts';
import { lockTicket, type TicketRow, updateFollows } from '../../db/tickets/tickets.ts';
import { linkMaker } from '../attachments/links.ts';
import type { LinkedAttachment } from '../attachments/service.ts';
import { dayMs, hourMs } from '../core/civil-time.ts';
import {
  type Context,
  inTransaction,
  readFromReplica,
  requireEmail,
  type TxContext,
} from '../core/context.ts';
import { AppError, type ErrorCode, orThrow } from '../core/errors.ts';
import { getPage, mapPage, type Page } from '../core/page.ts';
import { appendReaderMessage, opensAnother, openTicket } from '../tickets/service.ts';

export type { ReaderMessageRow } from '../../db/reader-tickets/reader-tickets.ts';
export type { LinkedAttachment as ReaderFile };

export type ReaderTicket = readers.ReaderTicketRow;

/** A reader's ticket with its messages, oldest first, and their files. */
export interface ReaderThread extends ReaderTicket {
  messages: readers.ReaderMessageRow[];
  hasOlder: boolean;
  files: LinkedAttachment[];
}

/** The main category of tickets that readers open here. */
const category = 'Site';

interface Quota {
  action: string;
  most: number;
  withinMs: number;
  code: ErrorCode;
}

/**
 * What a reader may write (docs/behaviour/tickets.md#readers-tickets); it does not depend on `RATE_LIMIT`.
 */
const ticketQuota: Quota = {
  action: 'tickets.create',
  most: 10,
  withinMs: dayMs,
  code: 'ticket-quota-exceeded',
};
const messageQuota: Quota = {
  action: 'tickets.addMessage',
  most: 60,
  withinMs: hourMs,
  code: 'message-quota-exceeded',
};

/** Lists the caller's tickets, newest first. @throws AppError `invalid-token` without an e-mail */
export const listMyTickets = async (
  ctx: Context,
  { cursor, limit }: { cursor: number | undefined; limit: number },
): Promise<Page<ReaderTicket>> => {
  requireEmail(ctx);
  const { email } = ctx.actor;
  const page = await getPage(
    limit,
    (most) =>
      readFromReplica(ctx, (db) =>
        readers.listReaderTickets(db, email, { beforeId: cursor, limit: most }),
      ),
    (last) => String(last.cursor),
  );
  return mapPage(page, ({ cursor: _, ...ticket }) => ticket);
};

/**
 * Returns a ticket with what the caller wrote and the replies to it, newest first if `before` continues.
 * @throws AppError `ticket-not-found`, also for others' tickets
 */
export const getMyTicket = async (
  ctx: Context,
  id: number,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<ReaderThread> => {
  requireEmail(ctx);
  const { email } = ctx.actor;
  const { ticket, rows, files } = await readFromReplica(ctx, async (db) => {
    const found = orThrow(await readers.findReaderTicket(db, id, email), 'ticket-not-found');
    const place = { ticketId: found.id, email };
    const newest = { beforeId: before, limit: limit + 1 };
    const listed = await readers.listReaderMessages(db, place, newest);
    const ids = listed.slice(0, limit).map((message) => message.id);
    return { ticket: found, rows: listed, files: await readers.listReaderFiles(db, place, ids) };
  });
  const linkTo = await linkMaker(ctx);
  return {
    ...ticket,
    messages: rows.slice(0, limit).reverse(),
    hasOlder: rows.length > limit,
    files: await Promise.all(
      files.map(async (file) => ({ ...file, downloadUrl: await linkTo(file) })),
    ),
  };
};

/**
 * Opens a ticket of the caller; its rules and events are those of a mail.
 * @throws AppError `ticket-quota-exceeded`; `invalid-token` without an e-mail
 */
export const createMyTicket = (
  ctx: Context,
  { subject, body }: { subject: string; body: string },
): Promise<ReaderTicket> => {
  requireEmail(ctx);
  const { email, name } = ctx.actor;
  return inTransaction(ctx, async (tx) => {
    await requireQuota(tx, email, ticketQuota);
    const writer = { requesterEmail: email, requesterName: name };
    const { id } = await openTicket(tx, { ...writer, subject, body, main: category });
    return orThrow(await readers.findReaderTicket(tx.db, id, email), 'ticket-not-found');
  });
};

/**
 * Adds a message to a ticket of the caller, or opens the ticket that continues a closed one, as a mail does.
 * @throws AppError `ticket-not-found`, also for others' tickets; `message-quota-exceeded`,
 * `ticket-quota-exceeded`
 */
export const addMyTicketMessage = (
  ctx: Context,
  id: number,
  body: string,
): Promise<{ ticketId: number; messageId: number; createdAt: Date }> => {
  requireEmail(ctx);
  const { email, name } = ctx.actor;
  return inTransaction(ctx, async (tx) => {
    await requireQuota(tx, email, messageQuota);
    const { ticket, subject } = await lockOwn(tx, id, email);
    const createdAt = tx.now();
    if (opensAnother(tx, ticket)) {
      await requireQuota(tx, email, ticketQuota);
      const { main } = ticket;
      const writer = { requesterEmail: email, requesterName: name };
      const opened = await openTicket(tx, { ...writer, subject, body, main });
      await updateFollows(tx.db, opened.id, ticket.id);
      return { ticketId: opened.id, messageId: opened.messageId, createdAt };
    }
    const messageId = await appendReaderMessage(tx, ticket, {
      author: name ?? email,
      body,
      ...(email !== ticket.requesterEmail && { personEmail: email }),
    });
    return { ticketId: ticket.id, messageId, createdAt };
  });
};

/** Locks the ticket that has the caller's messages; it may be merged or given away before it is locked. */
const lockOwn = async (
  tx: TxContext,
  id: number,
  email: string,
): Promise<{ ticket: TicketRow; subject: string }> => {
  for (;;) {
    const found = orThrow(await readers.findReaderTicket(tx.db, id, email), 'ticket-not-found');
    const ticket = await lockTicket(tx.db, found.id);
    const current = await readers.findReaderTicket(tx.db, id, email);
    if (ticket && current?.id === ticket.id) return { ticket, subject: current.subject };
  }
};

/** Refuses what is over a quota, and counts the caller's requests one after the other. */
const requireQuota = async (
  tx: TxContext,
  email: string,
  { action, most, withinMs, code }: Quota,
): Promise<void> => {
  await readers.lockReader(tx.db, email);
  const since = new Date(tx.now().getTime() - withinMs);
  const oldest = await readers.findActSince(tx.db, { email, action, since, skip: most - 1 });
  if (!oldest) return;
  const leftMs = oldest.getTime() - since.getTime();
  throw new AppError(code, { retryAfterSeconds: Math.ceil(leftMs / 1_000) });
};
