import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';
import { clock, isPast } from '../jobs/work-rows.ts';
import type { CcRow } from '../tickets/messages.ts';

/** The content of a scheduled reply; the column is `outbox.content`. */
export interface ScheduledReply {
  author: string;
  origin: 'agent' | 'ai';
  body: string;
  resolve: boolean;
  sendEmail: boolean;
  draft?: { id: number; changedShare: number } | undefined;
}

export interface ScheduledReplyRow {
  mailId: number;
  ticketId: number;
  senderEmail: string | null;
  sendsAt: Date;
  heldAt: Date | null;
  cc: CcRow[];
  attachmentIds: number[];
  content: ScheduledReply;
}

const later = (db: Db) =>
  db
    .selectFrom('outbox')
    .select([
      'id as mailId',
      'ticket_id as ticketId',
      'sender_email as senderEmail',
      'due_at as sendsAt',
      'held_at as heldAt',
      'attachment_ids as attachmentIds',
      sql<CcRow[]>`cc`.as('cc'),
      sql<ScheduledReply>`content`.as('content'),
    ])
    .where('status', '=', 'pending')
    .where('message_id', 'is', null)
    .where('note_id', 'is', null);

export const listScheduledReplies = (db: Db, ticketId: number): Promise<ScheduledReplyRow[]> =>
  later(db).where('ticket_id', '=', ticketId).orderBy('due_at').orderBy('id').execute();

export const listDueReplies = async (
  db: Db,
  limit: number,
): Promise<{ mailId: number; ticketId: number }[]> =>
  later(db)
    .where('held_at', 'is', null)
    .where(isPast('due_at'))
    .orderBy('due_at')
    .limit(limit)
    .execute();

/** Locks a due reply; lock its ticket first. */
export const lockDueReply = (tx: Tx, id: number): Promise<ScheduledReplyRow | undefined> =>
  later(tx)
    .where('id', '=', id)
    .where('held_at', 'is', null)
    .where(isPast('due_at'))
    .forUpdate()
    .executeTakeFirst();

/** Turns a scheduled reply into the mail of its message, due now. */
export const updateToMessage = async (
  tx: Tx,
  id: number,
  { messageId, mailId }: { messageId: number; mailId: string },
): Promise<void> => {
  await tx
    .updateTable('outbox')
    .set({ message_id: messageId, mail_id: mailId, content: null, due_at: clock, undo_until: null })
    .where('id', '=', id)
    .execute();
};

export const deleteScheduledReply = async (tx: Tx, id: number): Promise<void> => {
  await tx.deleteFrom('outbox').where('id', '=', id).execute();
};

/** Pauses one or all scheduled replies of a ticket; returns the paused ones. */
export const pauseScheduledReplies = async (
  tx: Tx,
  ticketId: number,
  id?: number,
): Promise<{ mailId: number; senderEmail: string | null }[]> => {
  let query = tx
    .updateTable('outbox')
    .set({ held_at: clock })
    .where('ticket_id', '=', ticketId)
    .where('status', '=', 'pending')
    .where('message_id', 'is', null)
    .where('note_id', 'is', null)
    .where('held_at', 'is', null);
  if (id !== undefined) query = query.where('id', '=', id);
  return query.returning(['id as mailId', 'sender_email as senderEmail']).execute();
};
