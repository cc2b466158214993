import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';
import { runPrepared } from '../connection/prepared-statements.ts';
import type { RankingVisibility } from '../schema.ts';

export type { RankingVisibility };

interface ReaderRow {
  currentStreak: number;
  maxStreak: number;
  /** A day as `YYYY-MM-DD`. */
  lastDay: string | null;
  lastInteractionAt: Date | null;
  /** The days in ascending order. */
  days: string[];
  displayName: string | null;
  rankingVisibility: RankingVisibility;
}

/** Finds a reader by e-mail in lower case, with days from a range (`YYYY-MM-DD`, both inclusive). */
export const findReader = async (
  db: Db,
  email: string,
  { from, to }: { from: string; to: string },
): Promise<ReaderRow> => {
  const [row] = await runPrepared(
    db,
    sql<ReaderRow>`
    select coalesce(s.current_streak, 0) as "currentStreak", coalesce(s.max_streak, 0) as "maxStreak",
      (upper(s.read_days) - 1)::text as "lastDay", s.last_interaction_at as "lastInteractionAt",
      array(
        select day::date::text from generate_series(${from}::date, ${to}::date, interval '1 day') as day
        where s.read_days @> day::date order by day
      ) as days,
      coalesce(p.display_name, a.name) as "displayName", coalesce(p.ranking_visibility, 'public') as "rankingVisibility"
    from (select ${email}::text collate "C" as email) me
    left join streaks s on s.email = me.email
    left join accounts a on a.email = me.email
    left join reader_profiles p on p.email = me.email
  `.compile(db),
  );
  if (!row) throw new Error('a select without a table returned no row');
  return row;
};

export interface ProfileChanges {
  displayName?: string | undefined;
  rankingVisibility?: RankingVisibility | undefined;
}

export const upsertProfile = async (
  tx: Tx,
  email: string,
  { displayName, rankingVisibility }: ProfileChanges,
  now: Date,
): Promise<void> => {
  const changes = {
    display_name: displayName,
    ranking_visibility: rankingVisibility,
    updated_at: now,
  };
  await tx
    .insertInto('reader_profiles')
    .values({ email, ...changes })
    .onConflict((conflict) => conflict.column('email').doUpdateSet(changes))
    .execute();
};

/** Finds the moment of the latest profile change; an erasure counts, because it deletes a profile. */
export const findLatestProfileChange = async (db: Db): Promise<Date | undefined> => {
  const { rows } = await sql<{ moment: Date | null }>`
    select greatest(
      (select max(updated_at) from reader_profiles), (select max(requested_at) from erasures)
    ) as moment
  `.execute(db);
  return rows[0]?.moment ?? undefined;
};
