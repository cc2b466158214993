import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';

/** The number of a week's readers by the week of their first reading; both are Mondays. */
export interface ReaderWeek {
  week: string;
  firstWeek: string;
  readers: number;
}

/** The Mondays of the first and the last week, `YYYY-MM-DD`. */
export interface Weeks {
  from: string;
  to: string;
}

const within = ({ from, to }: Weeks) => sql`week between ${from}::date and ${to}::date`;

const isCounted = sql`week::date in (select week from streak_weeks_counted)`;

/** Counts readers; it reads all readers active since `from`. */
const countsOf = ({ from, to }: Weeks, where = sql`true`): RawBuilder<unknown> => sql`
  select week::date as week, week_of(lower(read_days)) as first_week, count(*) as readers
  from generate_series(${from}::date, ${to}::date, interval '7 days') as week
  join streaks on upper(read_days) > ${from}::date and read_days && daterange(week::date, week::date + 7)
  where ${where} group by 1, 2`;

export const countUncountedWeeks = async (db: Db, weeks: Weeks): Promise<number> => {
  const { rows } = await sql<{ left: number }>`
    select (${weeks.to}::date - ${weeks.from}::date) / 7 + 1 - count(*)::integer as left
    from streak_weeks_counted where ${within(weeks)}`.execute(db);
  return rows[0]?.left ?? 0;
};

/** Lists the counts of weeks; uncounted ones are counted at most for two seconds. @throws a statement timeout */
export const listReaderWeeks = async (db: Db, weeks: Weeks): Promise<ReaderWeek[]> => {
  const select = async (on: Db, counts: RawBuilder<unknown>) => {
    const { rows } = await sql<ReaderWeek>`
      select week::text, first_week::text as "firstWeek", sum(readers)::integer as readers
      from (${counts}) counts group by week, first_week`.execute(on);
    return rows;
  };
  const counted = sql`
    select week, first_week, readers from streak_weeks where ${within(weeks)} and ${isCounted}
    union all
    select week, first_week, readers from streak_week_deltas where ${within(weeks)} and ${isCounted}`;
  if ((await countUncountedWeeks(db, weeks)) === 0) return select(db, counted);
  return db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = '2s'`.execute(tx);
    return select(tx, sql`${counted} union all (${countsOf(weeks, sql`not ${isCounted}`)})`);
  });
};

/**
 * Counts a missing week; undefined if none is missing or another process is busy. Later readings become
 * deltas.
 */
export const countMissingWeek = async (
  tx: Tx,
  { from, to }: Weeks,
): Promise<string | undefined> => {
  // The counts and the deltas that they include need the same snapshot.
  await sql`set transaction isolation level repeatable read`.execute(tx);
  await sql`set local statement_timeout = '5min'`.execute(tx);
  const { rows } = await sql<{ week: string }>`
    select max(week)::date::text as week
    from generate_series(${from}::date, ${to}::date, interval '7 days') as week
    where week::date not in (select week from streak_weeks_counted)
      and pg_try_advisory_xact_lock(hashtext('fold streak days'))`.execute(tx);
  const week = rows[0]?.week;
  if (!week) return undefined;
  // The insert fails, and is retried, if another process counted the week in the meantime.
  await sql`
    insert into streak_weeks_counted (week) values (${week}::date) on conflict do nothing`.execute(
    tx,
  );
  await sql`delete from streak_week_deltas where week = ${week}::date`.execute(tx);
  await sql`delete from streak_weeks where week = ${week}::date`.execute(tx);
  await sql`insert into streak_weeks ${countsOf({ from: week, to: week })}`.execute(tx);
  return week;
};
