import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';

/** Whether the attachments of a mail are not stored yet. */
export const isPending = async (db: Db, id: number): Promise<boolean> => {
  const row = await db
    .selectFrom('inbound_mails')
    .select('attachments_pending as isPending')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.isPending ?? false;
};

/** How many attachments of a mail are stored or refused, and what the mail became. */
export interface AttachmentProgress {
  done: number;
  ticketId: number;
  messageId: number | null;
  /** Of the answer to a forward. */
  noteId: number | null;
}

/** That of a mail; undefined if the mail, or its message or note, is gone. */
export const findAttachmentProgress = async (
  db: Db,
  id: number,
): Promise<AttachmentProgress | undefined> => {
  const { rows } = await sql<AttachmentProgress>`
    select attachments_done as done, coalesce(message.ticket_id, note.ticket_id) as "ticketId",
      message.id as "messageId", note.id as "noteId"
    from inbound_mails mail
    left join ticket_messages message on message.id = mail.message_id
    left join ticket_notes note on note.id = mail.note_id
    where mail.id = ${id} and coalesce(message.id, note.id) is not null`.execute(db);
  return rows[0];
};

/** The bytes of the attachments that mails brought since a moment. */
export const sumAttachments = async (db: Db, since: Date): Promise<number> => {
  const { rows } = await sql<{ bytes: string | null }>`
    select sum(size) as bytes from (
      select size from inbound_mails join attachments using (message_id) where received_at > ${since}
      union all
      select size from inbound_mails join attachments using (note_id) where received_at > ${since}
    ) as mailed`.execute(db);
  return Number(rows[0]?.bytes ?? 0);
};

/** Counts attachments of a mail as done; false if another transaction did. */
export const advanceAttachments = async (
  tx: Tx,
  id: number,
  { from, to }: { from: number; to: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('inbound_mails')
    .set({ attachments_done: to })
    .where('id', '=', id)
    .where('attachments_done', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};
