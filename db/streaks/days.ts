import { sql } from 'kysely';
import type { Db } from '../connection/database.ts';

/** The number of readers on a day, by the length of the run that ended with it; see `streak_days`. */
interface StreakDay {
  /** A day as `YYYY-MM-DD`, or `-infinity`. */
  day: string;
  streak: number;
  readers: number;
}

/**
 * Lists all readers (`-infinity`), readers of each day since `first`, and streaks that ended since
 * `endedSince`.
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

/** The cause of a credited or removed day: a passed quiz, or an administrator's last act on the day. */
export interface DayOrigin {
  /** A day as `YYYY-MM-DD`. */
  day: string;
  origin: 'quiz' | 'administrator' | 'removed';
  reason: string | null;
}

/** Lists causes by e-mail in lower case and days `YYYY-MM-DD`, both inclusive; a later one counts more. */
export const listDayOrigins = async (
  db: Db,
  email: string,
  { from, to }: { from: string; to: string },
): Promise<DayOrigin[]> => {
  const { rows } = await sql<DayOrigin>`
    select q.quiz_date::text as day, 'quiz' as origin, null as reason
    from quiz_attempts a join quizzes q on q.id = a.quiz_id
    where a.email = ${email} and a.passed and q.quiz_date between ${from}::date and ${to}::date
    union all
    select day, origin, reason from (
      select distinct on (day) day, origin, reason from (
        select id, case action when 'streaks.removeDay' then 'removed' else 'administrator' end as origin,
          coalesce(changes -> 0 ->> 'after', changes -> 0 ->> 'before') as day, changes -> 1 ->> 'after' as reason
        from audit_log
        where target = 'streak:' || ${email}::text and action in ('streaks.addDay', 'streaks.addDayForAll', 'streaks.removeDay') and outcome = 'done'
      ) acts
      where day between ${from} and ${to}
      order by day, id desc
    ) last_acts
    union all
    select g.day::text, 'administrator', g.reason
    from streaks s join days_for_all g on s.given_days @> g.day and s.read_days @> g.day and not s.earned_days @> g.day
    where s.email = ${email} and g.undone_at is null and g.day between ${from}::date and ${to}::date`.execute(
    db,
  );
  return rows;
};

/** Adds deltas to the counts, except those of streaks that ended before a civil day. */
export const foldStreakDays = async (db: Db, endedSince: string): Promise<void> => {
  await sql`select fold_streak_days(${endedSince}::date)`.execute(db);
};

/** Deletes the counts of streaks that ended before a civil day. */
export const pruneStreakDays = async (db: Db, endedSince: string): Promise<void> => {
  await sql`delete from streak_days where streak > 0 and day < ${endedSince}::date or readers = 0`.execute(
    db,
  );
};
