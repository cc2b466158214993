import { sql } from 'kysely';
import type { Db } from '../connection/database.ts';

/**
 * Lists the Message-IDs of a ticket's sent (or perhaps sent) mails before a given one, oldest first: the
 * first and the latest ones, at most `limit`.
 */
export const listThreadMailIds = async (
  db: Db,
  { ticketId, messageId }: { ticketId: number; messageId: number },
  limit: number,
): Promise<string[]> => {
  const { rows } = await sql<{ mailId: string }>`
    select mail_id as "mailId" from (
      select mail_id, message_id, row_number() over (order by message_id) as nth, count(*) over () as all_mails
      from (
        select inbound.mail_id, inbound.message_id from inbound_mails as inbound
        join ticket_messages as message on message.id = inbound.message_id
        where message.ticket_id = ${ticketId} and inbound.mail_id is not null
        union all
        select mail_id, message_id from outbox where ticket_id = ${ticketId} and status in ('sent', 'unknown')
      ) as mails where message_id < ${messageId}
    ) as thread where nth = 1 or nth > all_mails - ${limit - 1}
    order by message_id`.execute(db);
  return rows.map(({ mailId }) => mailId);
};
