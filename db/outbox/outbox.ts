import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';
import { clock, fromNow, isPast, released } from '../jobs/work-rows.ts';
import type { MailStatus, TicketStatus } from '../schema.ts';
import type { CcRow } from '../tickets/tickets.ts';
import type { LaterReply } from './later.ts';

/** A mail of the outbox as stored. */
export interface MailRow {
  id: number;
  ticketId: number;
  /** Null: of a reply that is saved later. */
  messageId: number | null;
  /** Since when a reply that is sent later waits for its author, because the reader wrote. */
  heldAt: Date | null;
  /** The Message-ID header, with its angle brackets. */
  mailId: string;
  recipient: string;
  recipientName: string | null;
  subject: string;
  status: MailStatus;
  attempts: number;
  /** When a pending mail is to be sent. */
  dueAt: Date;
  /** Until when it can be taken back with its message; null: not at all. */
  undoUntil: Date | null;
  lastAttemptAt: Date | null;
  error: string | null;
  createdAt: Date;
  sentAt: Date | null;
}

const columns = [
  'id',
  'ticket_id as ticketId',
  'message_id as messageId',
  'held_at as heldAt',
  'mail_id as mailId',
  'recipient',
  'recipient_name as recipientName',
  'subject',
  'status',
  'attempts',
  'due_at as dueAt',
  'undo_until as undoUntil',
  'last_attempt_at as lastAttemptAt',
  'error',
  'created_at as createdAt',
  'sent_at as sentAt',
] as const;

/** Whom a mail is for, and its subject. */
export type Envelope = Pick<MailRow, 'recipient' | 'recipientName' | 'subject'>;

const envelopeColumns = ({ recipient, recipientName, subject }: Envelope) => ({
  recipient,
  recipient_name: recipientName,
  subject,
});

/** Inserts the mail of a message. Violates `outbox_message_id_key` if the message has one. */
export const insertMail = async (
  tx: Tx,
  mail: Envelope & {
    ticketId: number;
    messageId: number | null;
    content?: LaterReply | undefined;
    mailId: string;
    /** When the job sends it, from now. */
    dueInMs: number;
    /** For how long it can be taken back, from now; undefined: not at all. */
    undoForMs: number | undefined;
    /** Whether no person wrote or approved it. */
    automatic: boolean;
    cc: readonly CcRow[];
    attachmentIds: readonly number[];
    /** The agent whose signature it has. */
    senderEmail: string | undefined;
    /** The status that its ticket had before it was resolved by the reply. */
    resolvedFrom: TicketStatus | undefined;
  },
): Promise<{ id: number; dueAt: Date; createdAt: Date }> =>
  tx
    .insertInto('outbox')
    .values({
      ticket_id: mail.ticketId,
      message_id: mail.messageId,
      mail_id: mail.mailId,
      ...envelopeColumns(mail),
      due_at: fromNow(mail.dueInMs),
      undo_until: mail.undoForMs === undefined ? null : fromNow(mail.undoForMs),
      created_at: clock,
      automatic: mail.automatic,
      cc: JSON.stringify(mail.cc),
      content: mail.content ? JSON.stringify(mail.content) : null,
      attachment_ids: [...mail.attachmentIds],
      sender_email: mail.senderEmail ?? null,
      resolved_from: mail.resolvedFrom ?? null,
    })
    .returning(['id', 'due_at as dueAt', 'created_at as createdAt'])
    .executeTakeFirstOrThrow();

/**
 * Serialises claims until the transaction ends, so that the hourly limit is exact. Call it before
 * {@link claimMail}.
 */
export const lockClaims = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('outbox.claim'))`.execute(tx);
};

/**
 * How many mails were sent, or may have been sent, in the last `windowMs`. One that bounced has
 * been sent.
 */
export const countMailsWithin = async (db: Db, windowMs: number): Promise<number> => {
  const { sent } = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<string>().as('sent'))
    .where('status', 'in', ['sending', 'sent', 'unknown', 'bounced'])
    .where('last_attempt_at', '>', fromNow(-windowMs))
    .executeTakeFirstOrThrow();
  return Number(sent);
};

/**
 * A mail that one process sends, and the number of its attempt since it was last made pending by
 * hand.
 */
export interface ClaimedMail extends MailRow {
  messageId: number;
  attempt: number;
  automatic: boolean;
  cc: CcRow[];
  attachmentIds: number[];
  senderEmail: string | null;
}

/**
 * Claims a pending mail for an attempt, for longer if it has files; returns undefined if it is not
 * pending or can still be taken back.
 */
export const claimMail = (
  tx: Tx,
  id: number,
  leaseMs: { plain: number; withFiles: number },
): Promise<ClaimedMail | undefined> =>
  tx
    .updateTable('outbox')
    .set({
      status: 'sending',
      claims: sql<number>`claims + 1`,
      attempts: sql<number>`attempts + 1`,
      last_attempt_at: clock,
      lease_until: sql<Date>`
        case when attachment_ids = '{}' then ${fromNow(leaseMs.plain)}
        else ${fromNow(leaseMs.withFiles)} end`,
      error: null,
    })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where((where) => where.or([where('undo_until', 'is', null), isPast('undo_until')]))
    .where('message_id', 'is not', null)
    .returning([
      ...columns,
      'automatic',
      'attachment_ids as attachmentIds',
      'sender_email as senderEmail',
      sql<CcRow[]>`cc`.as('cc'),
      sql<number>`attempts - attempts_before`.as('attempt'),
    ])
    .$narrowType<{ messageId: number }>()
    .executeTakeFirst();

/** A mail that was taken back. */
export interface UndoneMail {
  ticketId: number;
  messageId: number | null;
  /** The status that its ticket had before. */
  resolvedFrom: TicketStatus | null;
  content: LaterReply | null;
  attachmentIds: number[];
  cc: CcRow[];
}

/**
 * Deletes a pending mail that can still be taken back, or that is held; returns what it was of, or
 * undefined if it is too late.
 */
export const deleteUndoableMail = (tx: Tx, id: number): Promise<UndoneMail | undefined> =>
  tx
    .deleteFrom('outbox')
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where((where) => where.or([where('undo_until', '>', clock), where('held_at', 'is not', null)]))
    .returning([
      'ticket_id as ticketId',
      'message_id as messageId',
      'resolved_from as resolvedFrom',
      'attachment_ids as attachmentIds',
      sql<LaterReply | null>`content`.as('content'),
      sql<CcRow[]>`cc`.as('cc'),
    ])
    .executeTakeFirst();

/** Which message a mail is of. */
export interface MailPlace {
  ticketId: number;
  messageId: number;
}

/** The result of an attempt. A postponed mail is due again after a pause. */
export type AttemptResult =
  | { outcome: 'sent' }
  | { outcome: 'rejected' | 'unknown'; reason: string }
  | { outcome: 'postponed'; reason: string; pauseMs: number };

const statusAfter = {
  sent: 'sent',
  rejected: 'failed',
  unknown: 'unknown',
  postponed: 'pending',
} as const satisfies Record<AttemptResult['outcome'], MailStatus>;

/**
 * Stores the result of the attempt with this number; returns the mail, or undefined if another
 * attempt has it.
 */
export const updateMailAttempt = async (
  db: Db,
  { id, attempts }: { id: number; attempts: number },
  result: AttemptResult,
): Promise<(MailPlace & { status: MailStatus }) | undefined> =>
  db
    .updateTable('outbox')
    .set({
      ...released,
      error: result.outcome === 'sent' ? null : result.reason,
      sent_at: result.outcome === 'sent' ? clock : null,
      status: statusAfter[result.outcome],
      ...(result.outcome === 'rejected' && { returned_at: clock }),
      ...(result.outcome === 'postponed' && { due_at: fromNow(result.pauseMs) }),
    })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    // An attempt that outlived its lease still has the outcome.
    .where('status', 'in', ['sending', 'unknown'])
    .returning(['status', 'ticket_id as ticketId', 'message_id as messageId'])
    .$narrowType<{ messageId: number }>()
    .executeTakeFirst();

/**
 * Marks one of our mails as bounced; undefined if no mail has this Message-ID, or it was marked
 * before.
 */
export const markBounced = async (
  tx: Tx,
  mailId: string,
  error: string,
): Promise<MailPlace | undefined> => {
  // The mail's status may change the ticket: every writer of both locks it first.
  await sql`select from tickets where id = (select ticket_id from outbox where mail_id = ${mailId}) for update`.execute(
    tx,
  );
  return tx
    .updateTable('outbox')
    .set({ status: 'bounced', error, returned_at: clock })
    .where('mail_id', '=', mailId)
    .where('status', 'in', ['sent', 'unknown', 'sending'])
    .returning(['ticket_id as ticketId', 'message_id as messageId'])
    .$narrowType<{ messageId: number }>()
    .executeTakeFirst();
};

/**
 * Marks as `unknown` the mails whose lease has expired: they may have been sent. Returns how many.
 */
export const updateAbandonedMails = async (db: Db): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ status: 'unknown', error: 'the process stopped while sending', ...released })
    .where('status', '=', 'sending')
    .where(isPast('lease_until'))
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

/** Ids of the pending mails that are due, oldest first. */
export const listDueMails = async (db: Db, limit: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('outbox')
    .select('id')
    .where('status', '=', 'pending')
    .where('held_at', 'is', null)
    .where(isPast('due_at'))
    .orderBy('due_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
};

/** Which mails to list. */
export interface MailPage {
  status?: MailStatus | undefined;
  ticketId?: number | undefined;
  beforeId?: number | undefined;
  limit: number;
}

/** A page of mails, newest first by id. */
export const listMails = (db: Db, page: MailPage): Promise<MailRow[]> => {
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

/** The mails of tickets, or of messages, oldest first. */
export const listMailStatuses = (
  db: Db,
  of: { ticketIds: readonly number[] } | { messageIds: readonly number[] },
): Promise<{ ticketId: number; messageId: number; status: MailStatus }[]> =>
  db
    .selectFrom('outbox')
    .select(['ticket_id as ticketId', 'message_id as messageId', 'status'])
    .where(
      'ticketIds' in of
        ? sql<boolean>`ticket_id = any(${of.ticketIds}::integer[])`
        : sql<boolean>`message_id = any(${of.messageIds}::integer[])`,
    )
    .where('message_id', 'is not', null)
    .orderBy('id')
    .$narrowType<{ messageId: number }>()
    .execute();

/**
 * Moves a mail from one of these states to another, with another envelope if given; returns whether
 * it was in one of them. A pending mail is due at once.
 */
export const moveMail = async (
  db: Db,
  id: number,
  from: readonly MailStatus[],
  to: MailStatus,
  envelope?: Envelope,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({
      status: to,
      ...(to === 'pending' && {
        due_at: clock,
        undo_until: null,
        attempts_before: sql<number>`attempts`,
      }),
      ...(envelope && envelopeColumns(envelope)),
    })
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** States of a mail that is not known to have been sent. */
const unsent = ['pending', 'sending', 'unknown', 'failed'] as const;

/**
 * The number of unsent mails by status, and the age of the oldest pending one in seconds; 0 if
 * there is none.
 */
export const countUnsentMails = async (
  db: Db,
): Promise<{ counts: Record<(typeof unsent)[number], number>; oldestPendingSeconds: number }> => {
  const rows = await db
    .selectFrom('outbox')
    .select(({ fn }) => [
      'status',
      fn.countAll<string>().as('mails'),
      sql<number>`extract(epoch from now() - min(created_at))::float8`.as('age'),
    ])
    .where('status', 'in', unsent)
    .groupBy('status')
    .execute();
  const counts = { pending: 0, sending: 0, unknown: 0, failed: 0 };
  for (const { status, mails } of rows) Object.assign(counts, { [status]: Number(mails) });
  const pending = rows.find(({ status }) => status === 'pending');
  return { counts, oldestPendingSeconds: pending?.age ?? 0 };
};
