import { sql } from 'kysely';
import type { Db } from '../connection/database.ts';
import { runPrepared } from '../connection/prepared-statements.ts';
import type { RankedReader } from './global-ranking.ts';

const quarterSeconds = 21_600;
const quarterOffsetSeconds = 7_200;

/** How long a reader stays in the ranking after a reading. */
export const activityWindowMs = 7 * 86_400_000;

/** Returns the quarter of a day (see `streaks.active_quarter`) in which a moment's activity window begins. */
export const firstQuarterOf = (moment: Date): number =>
  Math.floor(
    ((moment.getTime() - activityWindowMs) / 1_000 - quarterOffsetSeconds) / quarterSeconds,
  );

export interface PlacedReader extends RankedReader {
  /** Higher for an earlier first reading. */
  seniority: string;
  lastInteractionAt: Date;
  hidden: boolean;
}

/** Finds a reader by e-mail in lower case, with the name even if others do not see it. */
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
 * Counts the readers active since a quarter of a day: those with better streaks, and all. It sums the counts
 * that each credit updates, so the number of readers does not matter.
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

/** Counts the readers active since a quarter of a day who have exactly these streaks, for each pair. */
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

// There is one more than the window has, because another process's clock may be ahead. The planner knows the
// length of this series; if both bounds were parameters, it would expect a thousand rows and plan each time.
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
 * Lists the readers next to a reader, nearest first. It reads at most `count` of each quarter of a day along
 * the ranking's index. Readers of the same seniority are read separately, because the index orders them by
 * e-mail.
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
  // The planner would estimate a parameter limit as a tenth of the rows.
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

/** Adds the deltas of credits to the counts; undefined if another process is doing that. */
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
