import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';
import { clock, fromNow } from '../jobs/work-rows.ts';
import type { MailStatus, TicketStatus } from '../schema.ts';
import type { CcRow, Written } from '../tickets/messages.ts';
import type { ForwardContent } from './forwards.ts';
import type { LaterReply } from './later.ts';

/** A mail of the outbox as stored. */
export interface MailRow {
  id: number;
  ticketId: number;
  /** Null: of a forward, or of a reply that is saved later. */
  messageId: number | null;
  /** The note of a forward. */
  noteId: number | null;
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

/** The columns of a {@link MailRow}. */
export const mailColumns = [
  'id',
  'ticket_id as ticketId',
  'message_id as messageId',
  'note_id as noteId',
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

/** What a mail says that is of a forward. */
export const forwardContent =
  sql<ForwardContent | null>`case when note_id is not null then content end`.as('forward');

/** Whom a mail is for, and its subject. */
export type Envelope = Pick<MailRow, 'recipient' | 'recipientName' | 'subject'>;

const envelopeColumns = ({ recipient, recipientName, subject }: Envelope) => ({
  recipient,
  recipient_name: recipientName,
  subject,
});

/** Inserts the mail of a message or a note. Violates `outbox_message_id_key` if the message has one. */
export const insertMail = async (
  tx: Tx,
  mail: Envelope & {
    ticketId: number;
    messageId: number | null;
    noteId?: number | undefined;
    content?: LaterReply | ForwardContent | undefined;
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
      note_id: mail.noteId ?? null,
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

/** Which message a mail is of, or which note. */
export interface MailPlace extends Written {
  ticketId: number;
}

/** The columns of a {@link MailPlace}. */
export const placeColumns = [
  'ticket_id as ticketId',
  'message_id as messageId',
  'note_id as noteId',
] as const;

/** A mail that was taken back. */
export interface UndoneMail extends MailPlace {
  /** The status that its ticket had before. */
  resolvedFrom: TicketStatus | null;
  content: LaterReply | null;
  forward: ForwardContent | null;
  recipient: string;
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
      ...placeColumns,
      'recipient',
      'resolved_from as resolvedFrom',
      'attachment_ids as attachmentIds',
      sql<LaterReply | null>`case when note_id is null then content end`.as('content'),
      forwardContent,
      sql<CcRow[]>`cc`.as('cc'),
    ])
    .executeTakeFirst();

/** Which mails to list. */
export interface MailPage {
  status?: MailStatus | undefined;
  ticketId?: number | undefined;
  beforeId?: number | undefined;
  limit: number;
}

/** A page of mails, newest first by id. */
export const listMails = (db: Db, page: MailPage): Promise<MailRow[]> => {
  let query = db.selectFrom('outbox').select(mailColumns).orderBy('id', 'desc').limit(page.limit);
  if (page.status !== undefined) query = query.where('status', '=', page.status);
  if (page.ticketId !== undefined) query = query.where('ticket_id', '=', page.ticketId);
  if (page.beforeId !== undefined) query = query.where('id', '<', page.beforeId);
  return query.execute();
};

/** The mail with this id. */
export const findMail = (db: Db, id: number): Promise<MailRow | undefined> =>
  db.selectFrom('outbox').select(mailColumns).where('id', '=', id).executeTakeFirst();

/** The mail of a message. */
export const findMailOfMessage = (db: Db, messageId: number): Promise<MailRow | undefined> =>
  db
    .selectFrom('outbox')
    .select(mailColumns)
    .where('message_id', '=', messageId)
    .executeTakeFirst();

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

/** The state of the mails of forwards, by their notes. */
export const listForwardStatuses = (
  db: Db,
  noteIds: readonly number[],
): Promise<{ noteId: number | null; status: MailStatus }[]> =>
  db
    .selectFrom('outbox')
    .select(['note_id as noteId', 'status'])
    .where(sql<boolean>`note_id = any(${[...noteIds]}::integer[])`)
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
