import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';

/** How many readers read in a week, of those who first read in another one. Both are Mondays. */
export interface ReaderWeek {
  week: string;
  firstWeek: string;
  readers: number;
}

/** Mondays, `YYYY-MM-DD`; the last one is included. */
export interface Weeks {
  from: string;
  to: string;
}

const within = ({ from, to }: Weeks) => sql`week between ${from}::date and ${to}::date`;

/** Counts some weeks from all readers active since then. */
const countsOf = ({ from, to }: Weeks): RawBuilder<unknown> => sql`
  select week::date as week, week_of(lower(read_days)) as first_week, count(*) as readers
  from generate_series(${from}::date, ${to}::date, interval '7 days') as week
  join streaks on upper(read_days) > ${from}::date and read_days && daterange(week::date, week::date + 7)
  group by 1, 2`;

/** The readers of some weeks. A week that is not counted yet takes some seconds for five million readers. */
export const listReaderWeeks = async (db: Db, weeks: Weeks): Promise<ReaderWeek[]> => {
  const { rows: known } = await sql<{ all: boolean }>`
    select count(*) = (${weeks.to}::date - ${weeks.from}::date) / 7 + 1 as all
    from streak_weeks_counted where ${within(weeks)}`.execute(db);
  const counts = known[0]?.all
    ? sql`
      select week, first_week, readers from streak_weeks where ${within(weeks)}
      union all
      select week, first_week, readers from streak_week_deltas where ${within(weeks)}`
    : countsOf(weeks);
  const { rows } = await sql<ReaderWeek>`
    select week::text, first_week::text as "firstWeek", sum(readers)::integer as readers
    from (${counts}) counts group by week, first_week`.execute(db);
  return rows;
};

/**
 * Counts and returns the newest uncounted week; undefined if there is none, or another process counts or
 * folds. Readings outside its snapshot are added as deltas.
 */
export const countMissingWeek = async (
  tx: Tx,
  { from, to }: Weeks,
): Promise<string | undefined> => {
  // One moment for what is counted and for the deltas that are in it.
  await sql`set transaction isolation level repeatable read`.execute(tx);
  await sql`set local statement_timeout = '5min'`.execute(tx);
  const { rows } = await sql<{ week: string }>`
    select max(week)::date::text as week
    from generate_series(${from}::date, ${to}::date, interval '7 days') as week
    where week::date not in (select week from streak_weeks_counted)
      and pg_try_advisory_xact_lock(hashtext('fold streak days'))`.execute(tx);
  const week = rows[0]?.week;
  if (!week) return undefined;
  // Fails, and is tried again, if another process counted it since this moment.
  await sql`
    insert into streak_weeks_counted (week) values (${week}::date) on conflict do nothing`.execute(
    tx,
  );
  await sql`delete from streak_week_deltas where week = ${week}::date`.execute(tx);
  await sql`delete from streak_weeks where week = ${week}::date`.execute(tx);
  await sql`insert into streak_weeks ${countsOf({ from: week, to: week })}`.execute(tx);
  return week;
};
