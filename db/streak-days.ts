import { sql } from 'kysely';
import type { Db } from './connection/database.ts';

/** How many readers have read on a day, by the length of the run that ended with it; see `streak_days`. */
export interface StreakDay {
  /** `YYYY-MM-DD`, or `-infinity`. */
  day: string;
  streak: number;
  readers: number;
}

/**
 * How many readers there are (`-infinity`), how many read on each day since a civil day, and how long the streaks are that ended on another
 * day or later. Crediting keeps the counts: a few thousand rows, whatever the number of readers.
 */
export const listStreakDays = async (
  db: Db,
  { first, endedSince }: { first: string; endedSince: string },
): Promise<StreakDay[]> => {
  const isWanted = sql`(
    (streak = 0 and (day >= ${first}::date or day = '-infinity')) or (streak > 0 and day >= ${endedSince}::date)
  )`;
  const { rows } = await sql<StreakDay>`
    select day::text, streak, sum(readers)::integer as readers from (
      select day, streak, readers from streak_days where ${isWanted}
      union all
      select day, streak, readers from streak_day_deltas where ${isWanted}
    ) counts group by day, streak order by day, streak`.execute(db);
  return rows;
};

/** Moves what crediting has counted into the counts by day; those of streaks that ended before a civil day are dropped. */
export const foldStreakDays = async (db: Db, endedSince: string): Promise<void> => {
  await sql`select fold_streak_days(${endedSince}::date)`.execute(db);
};

/** Removes counts that nobody reads any more: of streaks that ended before a civil day. */
export const pruneStreakDays = async (db: Db, endedSince: string): Promise<void> => {
  await sql`delete from streak_days where streak > 0 and day < ${endedSince}::date or readers = 0`.execute(
    db,
  );
};
