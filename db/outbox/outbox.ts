import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';
import { clock, fromNow } from '../jobs/work-rows.ts';
import type { MailStatus, TicketStatus } from '../schema.ts';
import type { CcRow, Written } from '../tickets/messages.ts';
import type { ForwardContent } from './forwards.ts';
import type { ScheduledReply } from './scheduled-replies.ts';

export interface MailRow {
  id: number;
  ticketId: number;
  /** Null for a forward or a scheduled reply. */
  messageId: number | null;
  noteId: number | null;
  /** The moment at which a scheduled reply was paused. */
  heldAt: Date | null;
  /** The Message-ID header, with its angle brackets. */
  mailId: string;
  recipient: string;
  recipientName: string | null;
  subject: string;
  status: MailStatus;
  attempts: number;
  dueAt: Date;
  /** Null if the mail cannot be undone. */
  undoUntil: Date | null;
  lastAttemptAt: Date | null;
  error: string | null;
  createdAt: Date;
  sentAt: Date | null;
}

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

export const forwardContent =
  sql<ForwardContent | null>`case when note_id is not null then content end`.as('forward');

export type Envelope = Pick<MailRow, 'recipient' | 'recipientName' | 'subject'>;

const envelopeColumns = ({ recipient, recipientName, subject }: Envelope) => ({
  recipient,
  recipient_name: recipientName,
  subject,
});

/** Inserts a mail. Violates `outbox_message_id_key` if its message already has one. */
export const insertMail = async (
  tx: Tx,
  mail: Envelope & {
    ticketId: number;
    messageId: number | null;
    noteId?: number | undefined;
    content?: ScheduledReply | ForwardContent | undefined;
    mailId: string;
    dueInMs: number;
    /** Undefined if the mail cannot be undone. */
    undoForMs: number | undefined;
    /** True if no person wrote or approved it. */
    automatic: boolean;
    cc: readonly CcRow[];
    attachmentIds: readonly number[];
    /** The agent whose signature is added. */
    senderEmail: string | undefined;
    /** The ticket's status before the reply resolved it. */
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

export interface MailPlace extends Written {
  ticketId: number;
}

export const placeColumns = [
  'ticket_id as ticketId',
  'message_id as messageId',
  'note_id as noteId',
] as const;

export interface UndoneMail extends MailPlace {
  resolvedFrom: TicketStatus | null;
  content: ScheduledReply | null;
  forward: ForwardContent | null;
  recipient: string;
  attachmentIds: number[];
  cc: CcRow[];
}

/** Deletes a mail that is paused or can still be undone; undefined if it is too late. */
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
      sql<ScheduledReply | null>`case when note_id is null then content end`.as('content'),
      forwardContent,
      sql<CcRow[]>`cc`.as('cc'),
    ])
    .executeTakeFirst();

export interface MailPage {
  status?: MailStatus | undefined;
  ticketId?: number | undefined;
  beforeId?: number | undefined;
  limit: number;
}

export const listMails = (db: Db, page: MailPage): Promise<MailRow[]> => {
  let query = db.selectFrom('outbox').select(mailColumns).orderBy('id', 'desc').limit(page.limit);
  if (page.status !== undefined) query = query.where('status', '=', page.status);
  if (page.ticketId !== undefined) query = query.where('ticket_id', '=', page.ticketId);
  if (page.beforeId !== undefined) query = query.where('id', '<', page.beforeId);
  return query.execute();
};

export const findMail = (db: Db, id: number): Promise<MailRow | undefined> =>
  db.selectFrom('outbox').select(mailColumns).where('id', '=', id).executeTakeFirst();

export const findMailOfMessage = (db: Db, messageId: number): Promise<MailRow | undefined> =>
  db
    .selectFrom('outbox')
    .select(mailColumns)
    .where('message_id', '=', messageId)
    .executeTakeFirst();

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
 * Changes the status of a mail, and its envelope if given; a pending mail is due at once. Returns false if
 * the mail has none of the statuses in `from`.
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

/** The states of mails that are not known to have been sent. */
const unsent = ['pending', 'sending', 'unknown', 'failed'] as const;

/** Counts unsent mails by status; `oldestPendingSeconds` is 0 if none is pending. */
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
