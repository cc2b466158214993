import { CompiledQuery, sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';
import { runPrepared } from '../connection/prepared-statements.ts';

export interface Streaks {
  /** The number of days in the run with the latest credited day. */
  currentStreak: number;
  maxStreak: number;
}

interface StreakRow extends Streaks {
  lastInteractionAt: Date;
}

const creditStatement =
  'select current_streak as "currentStreak", max_streak as "maxStreak" from credit_reading($1, $2, $3)';

/**
 * Credits a day (`YYYY-MM-DD`, São Paulo) to a reader; days may come in any order. Larger statements can
 * call the SQL function `credit_reading(email, day, at)`.
 */
export const creditReading = async (
  db: Db,
  reading: { email: string; day: string; at: Date },
): Promise<Streaks> => {
  const [row] = await runPrepared<Streaks>(
    db,
    // The text is constant: compiling it for every reading would double the cost.
    CompiledQuery.raw(creditStatement, [reading.email, reading.day, reading.at.toISOString()]),
  );
  if (!row) throw new Error('credit_reading returned no row');
  return row;
};

export const findStreak = (db: Db, email: string): Promise<StreakRow | undefined> =>
  db
    .selectFrom('streaks')
    .select([
      'current_streak as currentStreak',
      'max_streak as maxStreak',
      'last_interaction_at as lastInteractionAt',
    ])
    .where('email', '=', email)
    .executeTakeFirst();

/** SQL that converts `read_days` to a list of `YYYY-MM-DD`, oldest first. */
export const creditedDays = `array(
  select (lower(run) + place)::text from unnest(read_days) as run, generate_series(0, upper(run) - lower(run) - 1) as place order by 1)`;

/** Lists credited days as `YYYY-MM-DD`, oldest first. */
export const listCreditedDays = async (db: Db, email: string): Promise<string[]> => {
  const row = await db
    .selectFrom('streaks')
    .select(sql.raw<string[]>(creditedDays).as('days'))
    .where('email', '=', email)
    .executeTakeFirst();
  return row?.days ?? [];
};

/** Returns true if a person has an account, a streak, a ticket or a group. */
export const isKnownPerson = async (db: Db, email: string): Promise<boolean> => {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from accounts where email = ${email}) or exists (select from streaks where email = ${email})
      or exists (select from tickets where requester_email = ${email})
      or exists (select from group_members where email = ${email}) as known`.execute(db);
  return rows[0]?.known ?? false;
};

/** A day of a locked streak. */
interface LockedDay {
  credited: boolean;
  /** True if it was given to all readers and is not credited otherwise. */
  onlyGiven: boolean;
}

/** Locks the streak and finds the civil day in it. */
export const lockDay = async (tx: Tx, email: string, day: string): Promise<LockedDay> => {
  const { rows } = await sql<LockedDay>`
    select read_days @> ${day}::date as credited, ${hasOnlyGiven(day)} as "onlyGiven"
    from streaks where email = ${email} for update`.execute(tx);
  return rows[0] ?? { credited: false, onlyGiven: false };
};

/** Tests that a reader has a day only because it was given to all. */
export const hasOnlyGiven = (day: string) =>
  sql<boolean>`coalesce(given_days @> ${day}::date and read_days @> ${day}::date and not earned_days @> ${day}::date, false)`;

/** SQL for a set of one day. */
export const onlyDay = (day: string) =>
  sql`datemultirange(daterange(${day}::date, ${day}::date, '[]'))`;

/** Removes a credited day; a reader without any has no streak. */
export const removeCreditedDay = async (tx: Tx, email: string, day: string): Promise<void> => {
  const only = onlyDay(day);
  await sql`delete from streaks where email = ${email} and read_days = ${only}`.execute(tx);
  await sql`update streaks set read_days = read_days - ${only}, earned_days = earned_days - ${only} where email = ${email}`.execute(
    tx,
  );
};

/** Credits readings and returns how many readers there were. */
export const creditReadings = async (
  db: Db,
  readings: readonly { email: string; day: string; at: Date }[],
): Promise<number> => {
  const emails = readings.map((reading) => reading.email);
  const { numAffectedRows } = await sql`
    insert into streaks as s (email, read_days, last_interaction_at, since)
    select given.email, range_agg(daterange(given.day, given.day, '[]')), max(given.at), least(now(), min(a.created_at))
    from unnest(
      ${emails}::text[],
      ${readings.map((reading) => reading.day)}::date[],
      ${readings.map((reading) => reading.at)}::timestamptz[]
    ) as given (email, day, at)
    left join accounts a on a.email = given.email
    group by given.email
    -- One order in every batch, so that two batches cannot deadlock.
    order by given.email
    on conflict (email) do update
    set read_days = s.read_days + excluded.read_days,
        last_interaction_at = greatest(s.last_interaction_at, excluded.last_interaction_at),
        earned_days = s.earned_days + s.given_days * excluded.read_days,
        earned_interaction_at = case when s.given_days is not null
          then greatest(s.earned_interaction_at, excluded.last_interaction_at) end
  `.execute(db);
  return Number(numAffectedRows ?? 0);
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
