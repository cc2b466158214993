import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';

const lost = (day: string) =>
  sql`read_days @> (${day}::date - 1) and not read_days @> ${day}::date`;

/** Counts the readers who read on the day before but not on it; it has no timeout. */
export const countLostDay = async (
  tx: Tx,
  day: string,
): Promise<{ readers: number; firstDay: string | null }> => {
  await sql`set local statement_timeout = 0`.execute(tx);
  const { rows } = await sql<{ readers: number; firstDay: string | null }>`
    select (count(*) filter (where ${lost(day)}))::integer as readers, min(lower(read_days))::text as "firstDay"
    from streaks`.execute(tx);
  return rows[0] ?? { readers: 0, firstDay: null };
};

/** Credits the next readers after `after`, in order of e-mail; returns their e-mails. */
export const restoreDay = async (
  tx: Tx,
  { day, at, after, limit }: { day: string; at: Date; after: string; limit: number },
): Promise<string[]> => {
  await sql`set local statement_timeout = 0`.execute(tx);
  const { rows } = await sql<{ email: string }>`
    with lost as (
      select email from streaks where email > ${after} and ${lost(day)} order by email limit ${limit} for update
    ), restored as (
      update streaks s
      set read_days = read_days + datemultirange(daterange(${day}::date, ${day}::date, '[]')),
        last_interaction_at = greatest(last_interaction_at, ${at})
      from lost where s.email = lost.email
      returning s.email
    )
    select email from restored order by email`.execute(tx);
  return rows.map(({ email }) => email);
};

/** Finds first days in São Paulo; `known` is the day of the first account or ticket. */
export const findFirstDays = async (
  db: Db,
  email: string,
): Promise<{ read: string | null; known: string | null }> => {
  const { rows } = await sql<{ read: string | null; known: string | null }>`
    select (select lower(read_days)::text from streaks where email = me.email) as read,
      (least(
        (select created_at from accounts a where a.email = me.email),
        (select min(created_at) from tickets t where t.requester_email = me.email)
      ) at time zone 'America/Sao_Paulo')::date::text as known
    from (select ${email}::text as email) me`.execute(db);
  return rows[0] ?? { read: null, known: null };
};
