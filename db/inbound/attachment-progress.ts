import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';

/** A mail that a former version of the service left with some of its attachments. */
export interface UnfinishedMail {
  /** How many of its attachments are stored or refused. */
  done: number;
  ticketId: number;
  messageId: number | null;
  /** Of the answer to a forward. */
  noteId: number | null;
}

/** Locks such a mail; undefined if it has all, or its message or note is gone. */
export const lockUnfinished = async (tx: Tx, id: number): Promise<UnfinishedMail | undefined> => {
  const { rows } = await sql<UnfinishedMail>`
    select attachments_done as done, coalesce(message.ticket_id, note.ticket_id) as "ticketId",
      message.id as "messageId", note.id as "noteId"
    from inbound_mails mail
    left join ticket_messages message on message.id = mail.message_id
    left join ticket_notes note on note.id = mail.note_id
    where mail.id = ${id} and attachments_pending and coalesce(message.id, note.id) is not null
    for update of mail`.execute(tx);
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
