import { sql } from 'kysely';
import type { Db } from '../connection/database.ts';

export interface RankedReader {
  email: string;
  name: string | null;
  currentStreak: number;
  maxStreak: number;
  /** Null for a group member without a streak. */
  lastInteractionAt: Date | null;
  /** True if public rankings leave out the name and the e-mail. */
  isAnonymous: boolean;
}

const rankingOrder = sql`current_streak desc, max_streak desc, seniority desc, email`;
const ranked = sql`email, current_streak, max_streak, seniority, last_interaction_at`;

/**
 * Selects the 100 best readers of those active in the 168 hours before a moment, best first
 * (docs/behaviour/streaks.md#rankings). Without `withNames` it does not read `accounts`, and no reader has
 * a name. It reads at most 100 readers of each quarter of a day. The hundredth reader of the latest
 * quarters is the threshold for earlier quarters, which few readers reach. Only the first quarter can
 * contain readers outside the window, which are skipped.
 */
export const selectGlobalRanking = async (
  db: Db,
  now: Date,
  { withNames }: { withNames: boolean },
): Promise<RankedReader[]> => {
  const { rows } = await sql<RankedReader>`
    with span as materialized (
      select cutoff, floor((extract(epoch from cutoff at time zone 'UTC') - 7200) / 21600)::integer as first_quarter
      from (select ${now}::timestamptz - interval '168 hours' as cutoff) as moment
    ), latest as materialized (
      select best.*
      from span
      -- One more than have begun: the clock of the process that credits may be ahead.
      cross join generate_series(first_quarter + 24, first_quarter + 29) as quarter
      cross join lateral (
        select ${ranked} from streaks
        where active_quarter = quarter and not hidden
        order by ${rankingOrder} limit 100
      ) best
      order by ${rankingOrder} limit 100
    ), bar as materialized (
      select coalesce(max(current_streak), 0) as current_streak,
        coalesce(max(max_streak), 0) as max_streak,
        coalesce(max(seniority), -9223372036854775808) as seniority
      from (select * from latest order by ${rankingOrder} offset 99) as hundredth
    ), earlier as (
      select best.*
      from span
      cross join bar
      cross join generate_series(first_quarter, first_quarter + 23) as quarter
      cross join lateral (
        select ${ranked} from streaks s
        where active_quarter = quarter and not hidden
          and (s.current_streak, s.max_streak, s.seniority) >= (bar.current_streak, bar.max_streak, bar.seniority)
          and last_interaction_at >= span.cutoff
        order by ${rankingOrder} limit 100
      ) best
    ), best as (
      select * from (select * from latest union all select * from earlier) as candidates
      order by ${rankingOrder} limit 100
    )
    select best.email, ${withNames ? sql`coalesce(p.display_name, a.name)` : sql`null`} as name,
      current_streak as "currentStreak", max_streak as "maxStreak", last_interaction_at as "lastInteractionAt",
      coalesce(p.ranking_visibility <> 'public', false) as "isAnonymous"
    from best left join reader_profiles p on p.email = best.email
    ${withNames ? sql`left join accounts a on a.email = best.email` : sql``}
    order by current_streak desc, max_streak desc, seniority desc, best.email
  `.execute(db);
  return rows;
};
