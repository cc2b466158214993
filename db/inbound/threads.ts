import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';
import { erasedText } from '../people/ticket-erasure.ts';

/** Lists the beginnings of the latest replies on a ticket, newest first. */
export const listSentTexts = async (
  db: Db,
  ticketId: number,
  { count, length }: { count: number; length: number },
): Promise<string[]> => {
  const rows = await db
    .selectFrom('ticket_messages')
    .select(sql<string>`left(body, ${length}::integer)`.as('text'))
    .where('ticket_id', '=', ticketId)
    .where('origin', '<>', 'requester')
    .orderBy('id', 'desc')
    .limit(count)
    .execute();
  return rows.map(({ text }) => text);
};

/**
 * Lists the recipients of a reply to all besides the requester (RFC 5322 §3.6.3): the sender and the
 * recipients of the reader's last message. The sender counts only if that message came by mail; its Cc rows
 * remain after the mail's own row is deleted. Members of the team are left out, because they read it here.
 */
export const listReplyAll = async (db: Db, ticketId: number): Promise<string[]> => {
  const { rows } = await sql<{ email: string }>`
    select email from (
      select id, cc, person_email from ticket_messages
      where ticket_id = ${ticketId} and origin = 'requester' order by id desc limit 1
    ) last cross join lateral (
      select 0 as place, coalesce(sender, last.person_email) as email
      from (select) one left join inbound_mails mail on mail.message_id = last.id
      where mail.id is not null or last.cc <> '[]'
      union all
      select place, person ->> 'email' from jsonb_array_elements(cc) with ordinality c (person, place)
    ) people
    where email is distinct from (select requester_email from tickets where id = ${ticketId})
      and email is not null and not exists (select from team where team.email = people.email)
      and not exists (select from sessions s where s.email = people.email and s.role <> 'reader')
    group by email order by min(place)`.execute(db);
  return rows.map(({ email }) => email);
};

/** Replaces the text of a message that came by mail; returns false if there is none or it was erased. */
export const updateMessageText = async (
  tx: Tx,
  messageId: number,
  {
    text,
    folded,
    unsent,
  }: { text: string; folded?: string | undefined; unsent?: string | undefined },
): Promise<boolean> => {
  const { rows } = await sql<{ ticketId: number }>`
    update ticket_messages set body = ${text}, folded = ${folded ?? null}, unsent = ${unsent ?? null}
    where id = ${messageId} and body <> ${erasedText} returning ticket_id as "ticketId"`.execute(
    tx,
  );
  const [row] = rows;
  if (!row) return false;
  await sql`update ticket_texts t set tsv = ticket_text(t.ticket_id, k.subject) from tickets k
    where t.ticket_id = ${row.ticketId} and k.id = t.ticket_id`.execute(tx);
  await sql`select refresh_ticket_search(array[${row.ticketId}]::integer[])`.execute(tx);
  return true;
};

export const updateSubject = async (tx: Tx, ticketId: number, subject: string): Promise<void> => {
  await tx.updateTable('tickets').set({ subject }).where('id', '=', ticketId).execute();
};
