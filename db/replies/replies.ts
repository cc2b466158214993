import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';
import type { MessageOrigin, TicketStatus } from '../schema.ts';

export interface BatchReplyRow {
  ticketId: number;
  messageId: number;
  confidence: number;
}

export const listBatchReplies = (db: Db, batch: string): Promise<BatchReplyRow[]> =>
  db
    .selectFrom('batch_replies')
    .select(['ticket_id as ticketId', 'message_id as messageId', 'confidence'])
    .where('batch', '=', batch)
    .execute();

/** Stores a reply of a batch. Violates `batch_replies_pkey` if the batch already has one on the ticket. */
export const insertBatchReply = async (
  tx: Tx,
  reply: {
    batch: string;
    ticketId: number;
    messageId: number;
    confidence: number;
    createdAt: Date;
  },
): Promise<void> => {
  await tx
    .insertInto('batch_replies')
    .values({
      batch: reply.batch,
      ticket_id: reply.ticketId,
      message_id: reply.messageId,
      confidence: reply.confidence,
      created_at: reply.createdAt,
    })
    .execute();
};

export const findLastMessageId = async (db: Db, ticketId: number): Promise<number | undefined> => {
  const row = await db
    .selectFrom('ticket_messages')
    .select('id')
    .where('ticket_id', '=', ticketId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
};

/** Deletes replies of batches from before a moment, whose idempotency keys have expired. */
export const deleteBatchRepliesBefore = async (db: Db, moment: Date): Promise<number> => {
  const { numDeletedRows } = await db
    .deleteFrom('batch_replies')
    .where('created_at', '<', moment)
    .executeTakeFirst();
  return Number(numDeletedRows);
};

/** The fields of a ticket that the model receives. */
export interface ThreadRow {
  id: number;
  status: TicketStatus;
  subject: string;
  main: string;
  issue: string | null;
  newsletter: string | null;
  requesterEmail: string | null;
  requesterName: string | null;
  /** The id is 0 without messages. */
  lastMessageId: number;
  /** The first message and the last ones in order, each cut; without automatic ones. */
  messages: { id: number; origin: MessageOrigin; body: string }[];
  /** The last notes that the model may read, in order, each cut. */
  notes: string[];
}

const notesInPrompt = 5;

export const listThreads = async (
  db: Db,
  ids: readonly number[],
  { messages, textLength }: { messages: number; textLength: number },
): Promise<ThreadRow[]> => {
  const { rows } = await sql<ThreadRow>`
    select t.id, t.status, t.subject, t.main, t.issue, t.newsletter, t.requester_email as "requesterEmail",
      t.requester_name as "requesterName", coalesce(thread.last_id, 0) as "lastMessageId",
      coalesce(thread.messages, '[]') as messages,
      array(
        select left(body, ${textLength}::integer) from (
          select id, body from ticket_notes where ticket_id = t.id and in_prompt order by id desc limit ${notesInPrompt}
        ) n order by id
      ) as notes
    from tickets t
    left join lateral (
      select (select max(id) from ticket_messages where ticket_id = t.id) as last_id,
        json_agg(json_build_object('id', id, 'origin', origin, 'body', left(body, ${textLength}::integer)) order by id) as messages
      from (
        (select id, origin, concat_ws(E'\\n\\n', body, unsent) as body from ticket_messages where ticket_id = t.id and not automatic order by id limit 1)
        union
        (select id, origin, concat_ws(E'\\n\\n', body, unsent) as body from ticket_messages where ticket_id = t.id and not automatic order by id desc limit ${messages})
      ) chosen
    ) thread on true
    where t.id = any (${[...ids]}::integer[])
  `.execute(db);
  return rows;
};
