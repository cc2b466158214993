import { sql } from 'kysely';
import type { Db, Tx } from './connection.ts';
import type { MailStatus } from './schema.ts';

/** A mail of the outbox as stored. */
export interface MailRow {
  id: number;
  ticketId: number;
  messageId: number;
  /** The Message-ID header, with its angle brackets. */
  mailId: string;
  recipient: string;
  recipientName: string | null;
  subject: string;
  status: MailStatus;
  attempts: number;
  /** Of a pending mail: when it is due. */
  dueAt: Date;
  lastAttemptAt: Date | null;
  error: string | null;
  createdAt: Date;
  sentAt: Date | null;
}

const columns = [
  'id',
  'ticket_id as ticketId',
  'message_id as messageId',
  'mail_id as mailId',
  'recipient',
  'recipient_name as recipientName',
  'subject',
  'status',
  'attempts',
  'due_at as dueAt',
  'last_attempt_at as lastAttemptAt',
  'error',
  'created_at as createdAt',
  'sent_at as sentAt',
] as const;

/** Adds the mail of a message; answers its id. A message has one mail: breaks `outbox_message_id_key` at a second. */
export const insertMail = async (
  tx: Tx,
  mail: {
    ticketId: number;
    messageId: number;
    mailId: string;
    recipient: string;
    recipientName: string | null;
    subject: string;
    dueAt: Date;
    createdAt: Date;
  },
): Promise<number> => {
  const { id } = await tx
    .insertInto('outbox')
    .values({
      ticket_id: mail.ticketId,
      message_id: mail.messageId,
      mail_id: mail.mailId,
      recipient: mail.recipient,
      recipient_name: mail.recipientName,
      subject: mail.subject,
      due_at: mail.dueAt,
      created_at: mail.createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Holds back every other claim until the transaction ends, so that the cap is counted exactly. Call it before {@link claimMail}. */
export const lockClaims = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('outbox.claim'))`.execute(tx);
};

/** How many mails left, or may have left, since a moment. */
export const countMailsSince = async (tx: Tx, since: Date): Promise<number> => {
  const { left } = await tx
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<string>().as('left'))
    .where('status', 'in', ['sending', 'sent', 'unknown'])
    .where('last_attempt_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(left);
};

/** Takes a pending mail for an attempt; undefined where it is not pending. */
export const claimMail = (
  tx: Tx,
  id: number,
  { now, leaseUntil }: { now: Date; leaseUntil: Date },
): Promise<MailRow | undefined> =>
  tx
    .updateTable('outbox')
    .set({
      status: 'sending',
      attempts: sql<number>`attempts + 1`,
      last_attempt_at: now,
      lease_until: leaseUntil,
      error: null,
    })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning(columns)
    .executeTakeFirst();

/** Stores how the attempt with this number went, unless the mail was given up as in doubt meanwhile. */
export const updateMailAttempt = async (
  db: Db,
  { id, attempts }: { id: number; attempts: number },
  result: { status: MailStatus; error: string | null; sentAt: Date | null; dueAt?: Date },
): Promise<void> => {
  await db
    .updateTable('outbox')
    .set({
      status: result.status,
      error: result.error,
      sent_at: result.sentAt,
      lease_until: null,
      ...(result.dueAt && { due_at: result.dueAt }),
    })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    // An attempt that outlived its lease is still the last word on the mail.
    .where('status', 'in', ['sending', 'unknown'])
    .execute();
};

/** Puts in doubt the mails whose sender must have died: they may have left. Answers how many. */
export const updateAbandonedMails = async (db: Db, now: Date): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ status: 'unknown', error: 'the sender stopped while sending', lease_until: null })
    .where('status', '=', 'sending')
    .where('lease_until', '<=', now)
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

/** The pending mails that are due, the longest due first. */
export const listDueMails = async (db: Db, now: Date, limit: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('outbox')
    .select('id')
    .where('status', '=', 'pending')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
};

/** The Message-IDs of the mails of a ticket before this one that left, or may have left, first to last. */
export const listFormerMailIds = async (
  db: Db,
  { ticketId, id }: { ticketId: number; id: number },
): Promise<string[]> => {
  const rows = await db
    .selectFrom('outbox')
    .select('mail_id as mailId')
    .where('ticket_id', '=', ticketId)
    .where('id', '<', id)
    .where('status', 'in', ['sent', 'unknown'])
    .orderBy('id')
    .execute();
  return rows.map(({ mailId }) => mailId);
};

/** A page of mails, newest first by id. */
export const listMails = (
  db: Db,
  page: {
    status?: MailStatus | undefined;
    ticketId?: number | undefined;
    beforeId?: number | undefined;
    limit: number;
  },
): Promise<MailRow[]> => {
  let query = db.selectFrom('outbox').select(columns).orderBy('id', 'desc').limit(page.limit);
  if (page.status !== undefined) query = query.where('status', '=', page.status);
  if (page.ticketId !== undefined) query = query.where('ticket_id', '=', page.ticketId);
  if (page.beforeId !== undefined) query = query.where('id', '<', page.beforeId);
  return query.execute();
};

/** The mail with this id. */
export const findMail = (db: Db, id: number): Promise<MailRow | undefined> =>
  db.selectFrom('outbox').select(columns).where('id', '=', id).executeTakeFirst();

/** The mail of a message. */
export const findMailOfMessage = (db: Db, messageId: number): Promise<MailRow | undefined> =>
  db.selectFrom('outbox').select(columns).where('message_id', '=', messageId).executeTakeFirst();

/** Moves a mail from one of these states to another; answers whether it was in one of them. */
export const moveMail = async (
  db: Db,
  id: number,
  from: readonly MailStatus[],
  to: { status: MailStatus; dueAt?: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ status: to.status, ...(to.dueAt && { due_at: to.dueAt }) })
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Of a mail that has not left, as far as anybody knows. */
const unsent = ['pending', 'sending', 'unknown', 'failed'] as const;

/** How many mails have not left, by status, and since when the oldest pending one has been waiting. */
export const countUnsentMails = async (
  db: Db,
): Promise<{ counts: Record<(typeof unsent)[number], number>; oldestPending: Date | null }> => {
  const rows = await db
    .selectFrom('outbox')
    .select(({ fn }) => [
      'status',
      fn.countAll<string>().as('mails'),
      fn.min('created_at').as('oldest'),
    ])
    .where('status', 'in', unsent)
    .groupBy('status')
    .execute();
  const counts = { pending: 0, sending: 0, unknown: 0, failed: 0 };
  for (const { status, mails } of rows) Object.assign(counts, { [status]: Number(mails) });
  return { counts, oldestPending: rows.find(({ status }) => status === 'pending')?.oldest ?? null };
};
