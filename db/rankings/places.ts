import { sql } from 'kysely';
import type { Db } from '../connection/database.ts';
import { runPrepared } from '../connection/prepared-statements.ts';
import type { RankedReader } from './global-ranking.ts';

const quarterSeconds = 21_600;
const quarterOffsetSeconds = 7_200;

/** A reader stays in the ranking for this time after a reading. */
export const activityWindowMs = 7 * 86_400_000;

/** The quarter of a day (see `streaks.active_quarter`) in which the activity window of a moment begins. */
export const firstQuarterOf = (moment: Date): number =>
  Math.floor(
    ((moment.getTime() - activityWindowMs) / 1_000 - quarterOffsetSeconds) / quarterSeconds,
  );

/** A reader with all that the ranking compares. */
export interface PlacedReader extends RankedReader {
  /** Grows with earlier first readings. */
  seniority: string;
  lastInteractionAt: Date;
  hidden: boolean;
}

/** A reader by e-mail in lower case, as they see themselves: by name, even if others do not. */
export const findPlacedReader = async (
  db: Db,
  email: string,
): Promise<PlacedReader | undefined> => {
  const [row] = await runPrepared(
    db,
    sql<PlacedReader>`
    select s.email, s.current_streak as "currentStreak", s.max_streak as "maxStreak", s.seniority,
      s.last_interaction_at as "lastInteractionAt", s.hidden, coalesce(p.display_name, a.name) as name, false as "isAnonymous"
    from streaks s
    left join accounts a on a.email = s.email
    left join reader_profiles p on p.email = s.email
    where s.email = ${email}
  `.compile(db),
  );
  return row;
};

/**
 * The number of readers active since a quarter of a day with better streaks, and of all active ones: sums
 * over the counts that crediting updates, whatever the number of readers.
 */
export const countAhead = async (
  db: Db,
  key: Pick<PlacedReader, 'currentStreak' | 'maxStreak'>,
  firstQuarter: number,
): Promise<{ ahead: number; total: number }> => {
  const { currentStreak, maxStreak } = key;
  const [row] = await runPrepared(
    db,
    sql<{ ahead: number; total: number }>`
    select (b.ahead + t.ahead + l.ahead + c.ahead + d.ahead)::integer as ahead, (b.total + d.total)::integer as total
    from (
      select coalesce(sum(readers), 0) as total,
        coalesce(sum(readers) filter (where block > ${currentStreak}::integer / 32), 0) as ahead
      from streak_blocks where quarter >= ${firstQuarter}
    ) b, (
      select coalesce(sum(readers), 0) as ahead from streak_totals
      where current_streak > ${currentStreak} and current_streak <= ${currentStreak}::integer | 31 and quarter >= ${firstQuarter}
    ) t, (
      select coalesce(sum(readers), 0) as ahead from streak_longest_blocks
      where current_streak = ${currentStreak} and block > ${maxStreak}::integer / 32 and quarter >= ${firstQuarter}
    ) l, (
      select coalesce(sum(readers), 0) as ahead from streak_counts
      where current_streak = ${currentStreak} and max_streak > ${maxStreak} and max_streak <= ${maxStreak}::integer | 31
        and quarter >= ${firstQuarter}
    ) c, (
      select coalesce(sum(readers), 0) as total,
        coalesce(sum(readers) filter (where (current_streak, max_streak) > (${currentStreak}, ${maxStreak})), 0) as ahead
      from streak_count_deltas where quarter >= ${firstQuarter}
    ) d
  `.compile(db),
  );
  return row ?? { ahead: 0, total: 0 };
};

/** The number of readers active since a quarter of a day with exactly these streaks, for each pair. */
export const countEquals = async (
  db: Db,
  pairs: readonly Pick<PlacedReader, 'currentStreak' | 'maxStreak'>[],
  firstQuarter: number,
): Promise<number[]> => {
  const rows = await runPrepared(
    db,
    sql<{ readers: number }>`
    select (coalesce(folded.readers, 0) + coalesce(recent.readers, 0))::integer as readers
    from unnest(
      ${pairs.map((pair) => pair.currentStreak)}::integer[], ${pairs.map((pair) => pair.maxStreak)}::integer[]
    ) with ordinality as pair (current_streak, max_streak, nth)
    cross join lateral (
      select sum(readers) as readers from streak_counts c
      where c.current_streak = pair.current_streak and c.max_streak = pair.max_streak and quarter >= ${firstQuarter}
    ) folded
    -- Once for all pairs: what crediting adds within ten seconds may be a hundred thousand rows.
    left join (
      select current_streak, max_streak, sum(readers) as readers from streak_count_deltas
      where quarter >= ${firstQuarter} group by 1, 2
    ) recent on recent.current_streak = pair.current_streak and recent.max_streak = pair.max_streak
    order by nth
  `.compile(db),
  );
  return rows.map(({ readers }) => readers);
};

// One more than the window has, as a crediting process's clock may be ahead. The planner knows how many these
// are: with the bounds as parameters it would expect a thousand, and plan the statement again each time.
const quarters = (firstQuarter: number) =>
  sql`(select ${firstQuarter}::integer + generate_series(0, 29) as quarter)`;

export const countEqualsAhead = async (
  db: Db,
  key: PlacedReader,
  firstQuarter: number,
  limit: number,
): Promise<number> => {
  const [row] = await runPrepared(
    db,
    sql<{ ahead: number }>`
    select count(*)::integer as ahead from (
      select from streaks s
      where active_quarter = any(array${quarters(firstQuarter)}) and s.current_streak = ${key.currentStreak} and s.max_streak = ${key.maxStreak}
        and s.seniority >= ${key.seniority} and (s.seniority > ${key.seniority} or s.email < ${key.email})
        and not s.hidden
      limit ${limit}
    ) equals
  `.compile(db),
  );
  return row?.ahead ?? 0;
};

/**
 * The readers next to a reader, nearest first. Reads at most `count` of each quarter of a day, forwards or
 * backwards along the ranking's index; those with the same seniority apart, because e-mails alone ascend in
 * it.
 */
export const listNeighbours = async (
  db: Db,
  key: PlacedReader,
  side: 'ahead' | 'behind',
  { firstQuarter, count }: { firstQuarter: number; count: number },
): Promise<PlacedReader[]> => {
  const [than, order, emails] =
    side === 'ahead'
      ? [sql`>`, sql`current_streak, max_streak, seniority, near_email desc`, sql`<`]
      : [sql`<`, sql`current_streak desc, max_streak desc, seniority desc, near_email`, sql`>`];
  // A limit as a parameter would be expected to be a tenth of the rows.
  const nearest = sql`order by ${order} limit ${sql.lit(count)}`;
  const mine = sql`(${key.currentStreak}::integer, ${key.maxStreak}::integer, ${key.seniority}::bigint)`;
  const ofEachQuarter = (condition: ReturnType<typeof sql>) => sql`
    select near.* from ${quarters(firstQuarter)} as quarters
    cross join lateral (
      select email as near_email, current_streak, max_streak, seniority, last_interaction_at from streaks
      where active_quarter = quarter and not hidden and ${condition}
      ${nearest}
    ) near`;
  return runPrepared(
    db,
    sql<PlacedReader>`
    select near_email as email, current_streak as "currentStreak", max_streak as "maxStreak", seniority,
      last_interaction_at as "lastInteractionAt", false as hidden, coalesce(p.display_name, a.name) as name,
      coalesce(p.ranking_visibility <> 'public', false) as "isAnonymous"
    from (
      select * from (
        ${ofEachQuarter(sql`(current_streak, max_streak, seniority) ${than} ${mine}`)}
        union all
        ${ofEachQuarter(sql`current_streak = ${key.currentStreak} and max_streak = ${key.maxStreak}
          and seniority = ${key.seniority} and email ${emails} ${key.email}`)}
      ) nearest ${nearest}
    ) near
    left join accounts a on a.email = near_email
    left join reader_profiles p on p.email = near_email
    order by ${order}
  `.compile(db),
  );
};

/** Folds crediting's deltas into the counts. Undefined while another process does. */
export const foldStreakCounts = async (db: Db, now: Date): Promise<number | undefined> => {
  const { rows } = await sql<{ moved: string | null }>`
    select fold_streak_counts(${firstQuarterOf(now)}) as moved
  `.execute(db);
  const moved = rows[0]?.moved;
  return moved == null ? undefined : Number(moved);
};

/** Deletes counts outside the activity window. */
export const pruneStreakCounts = async (db: Db, now: Date): Promise<void> => {
  const oldest = firstQuarterOf(now);
  await sql`delete from streak_counts where quarter < ${oldest} or readers = 0`.execute(db);
  await sql`delete from streak_totals where quarter < ${oldest} or readers = 0`.execute(db);
  await sql`delete from streak_blocks where quarter < ${oldest} or readers = 0`.execute(db);
  await sql`delete from streak_longest_blocks where quarter < ${oldest} or readers = 0`.execute(db);
};
