import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';

/** Readers of a week by the week they first read in; both are Mondays. */
export interface ReaderWeek {
  week: string;
  firstWeek: string;
  readers: number;
}

/** Mondays, `YYYY-MM-DD`, both inclusive. */
interface Weeks {
  from: string;
  to: string;
}

const within = ({ from, to }: Weeks) => sql`week between ${from}::date and ${to}::date`;

/** Reads all readers active since `from`. */
const countsOf = ({ from, to }: Weeks): RawBuilder<unknown> => sql`
  select week::date as week, week_of(lower(read_days)) as first_week, count(*) as readers
  from generate_series(${from}::date, ${to}::date, interval '7 days') as week
  join streaks on upper(read_days) > ${from}::date and read_days && daterange(week::date, week::date + 7)
  group by 1, 2`;

/** An uncounted week takes some seconds for five million readers. */
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

/** Undefined if none is missing or another process counts or folds. Later readings become deltas. */
export const countMissingWeek = async (
  tx: Tx,
  { from, to }: Weeks,
): Promise<string | undefined> => {
  // One snapshot for the counts and the deltas that they include.
  await sql`set transaction isolation level repeatable read`.execute(tx);
  await sql`set local statement_timeout = '5min'`.execute(tx);
  const { rows } = await sql<{ week: string }>`
    select max(week)::date::text as week
    from generate_series(${from}::date, ${to}::date, interval '7 days') as week
    where week::date not in (select week from streak_weeks_counted)
      and pg_try_advisory_xact_lock(hashtext('fold streak days'))`.execute(tx);
  const week = rows[0]?.week;
  if (!week) return undefined;
  // Fails, and is retried, if another process counted it in the meantime.
  await sql`
    insert into streak_weeks_counted (week) values (${week}::date) on conflict do nothing`.execute(
    tx,
  );
  await sql`delete from streak_week_deltas where week = ${week}::date`.execute(tx);
  await sql`delete from streak_weeks where week = ${week}::date`.execute(tx);
  await sql`insert into streak_weeks ${countsOf({ from: week, to: week })}`.execute(tx);
  return week;
};
