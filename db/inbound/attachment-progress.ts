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

/**
 * How many attachments of a mail are stored or refused, and the ticket of its message; undefined if
 * the mail or its message is gone.
 */
export const findAttachmentProgress = (
  db: Db,
  id: number,
): Promise<{ done: number; ticketId: number; messageId: number } | undefined> =>
  db
    .selectFrom('inbound_mails')
    .innerJoin('ticket_messages as message', 'message.id', 'inbound_mails.message_id')
    .select([
      'inbound_mails.attachments_done as done',
      'message.ticket_id as ticketId',
      'message.id as messageId',
    ])
    .where('inbound_mails.id', '=', id)
    .executeTakeFirst();

/** The bytes of the attachments that mails brought since a moment. */
export const sumAttachments = async (db: Db, since: Date): Promise<number> => {
  const { bytes } = await db
    .selectFrom('inbound_mails')
    .innerJoin('attachments', 'attachments.message_id', 'inbound_mails.message_id')
    .select(({ fn }) => fn.sum<string | null>('size').as('bytes'))
    .where('received_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
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
