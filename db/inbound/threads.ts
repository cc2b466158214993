import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';
import { erasedText } from '../people/ticket-erasure.ts';

/** The beginnings of what was answered on a ticket last, newest first. */
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
 * Recipients of a reply to all besides the requester (RFC 5322 §3.6.3): the sender of the reader's last
 * message, if it came by mail (which a copy shows longer than the mail is known), then those whom it went to.
 * Members of the team are left out: they read it here.
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

/** Replaces what a message that came by mail says; false if there is none, or it was erased. */
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

/** Replaces the subject of a ticket. */
export const updateSubject = async (tx: Tx, ticketId: number, subject: string): Promise<void> => {
  await tx.updateTable('tickets').set({ subject }).where('id', '=', ticketId).execute();
};
