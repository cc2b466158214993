import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../connection/database.ts';
import { type BusinessHours, measuredResponses, type TicketFilter } from './measured-responses.ts';
import { hasDaysOf, nameOfGroups, nameOfHours, type ResponseGrouping } from './response-days.ts';
import { startOf } from './time-series.ts';

export type { TicketFilter };

/** Selects tickets by the civil day of their creation (São Paulo, `YYYY-MM-DD`); both days are inclusive. */
export interface ResponseTimesQuery extends TicketFilter {
  from: string;
  to: string;
  by: ResponseGrouping | 'all';
  /** If given, only time within these hours counts. */
  businessHours?: BusinessHours | undefined;
}

/** Medians and percentiles in seconds; null without any times. */
export interface ResponseTimes {
  /** The name of a category, an agent (the author of messages), or `all`. */
  name: string;
  tickets: number;
  firstReplies: number;
  firstReplyMedianSeconds: number | null;
  firstReplyP90Seconds: number | null;
  resolutions: number;
  resolutionMedianSeconds: number | null;
  resolutionP90Seconds: number | null;
}

/** A range of days, both inclusive. */
type Days = Pick<ResponseTimesQuery, 'from' | 'to'>;

/**
 * Computes response times, in Portuguese alphabetical order. It reads tickets only for changed days,
 * narrower filters and unusual hours.
 */
export const selectResponseTimes = async (
  db: Db,
  query: ResponseTimesQuery,
): Promise<ResponseTimes[]> => {
  const unfolded = hasDays(query) ? await listUnfolded(db, query) : [query];
  const { rows } = await sql<ResponseTimes>`
    ${groupsOf(query, unfolded)}
    select name,
      tickets::integer,
      first_replies::integer as "firstReplies",
      round(first_reply[1])::integer as "firstReplyMedianSeconds",
      round(first_reply[2])::integer as "firstReplyP90Seconds",
      resolutions::integer,
      round(resolution[1])::integer as "resolutionMedianSeconds",
      round(resolution[2])::integer as "resolutionP90Seconds"
    from groups
    order by name collate "pt-BR-x-icu"
  `.execute(db);
  return rows;
};

const hasDays = ({ by, businessHours, main, issue, newsletter, tagId }: ResponseTimesQuery) =>
  [issue, newsletter, tagId].every((given) => given === undefined) &&
  (main === undefined || by !== 'agent') &&
  hasDaysOf(businessHours);

/** Lists ranges of days that changed lately or were never folded. */
const listUnfolded = async (db: Db, { from, to }: Days): Promise<Days[]> => {
  const { rows } = await sql<Days>`
    select min(day)::text as from, max(day)::text as to from (
      select day, day - (row_number() over (order by day))::integer as run from (
        select day::date from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') as day
        except (
          select day from ticket_response_days
          where by_status and day between ${from}::date and ${to}::date
          except select day from changed_response_days
        )
      ) days
    ) numbered group by run order by run`.execute(db);
  return rows;
};

/** With fewer times than this, sorting is faster than searching. */
const sortedAtMost = 2_000;

/** A value below any time. */
const lowest = sql.lit(-5e-7);

/** The search first tries the lowest value, multiples of the guess, and the value just below it. */
const aroundGuess = sql.raw(
  '(0, 0), (0.8, 0), (0.9, 0), (0.96, 0), (1, 5e-7), (1, 0), (1.04, 0), (1.1, 0), (1.25::float8, 0::float8)',
);
const pivotCount = 9;
const counted = Array.from(
  { length: pivotCount },
  (_, n) => sql`sum(width_bucket(s.pivots[${sql.lit(n + 1)}], seconds))`,
);

const percentiles = [0.5, 0.9];
const nameOfGuess = (percentile: number) => sql.ref(`guess_${percentile * 100}`);
const guess = (percentile: number) => sql`percentile_disc(0.5) within group (
  order by seconds[1 + floor(${sql.lit(percentile)} * (cardinality(seconds) - 1))::integer]
) as ${nameOfGuess(percentile)}`;
const guesses = percentiles.map(
  (percentile) => sql`(${sql.lit(percentile)}::float8, ${nameOfGuess(percentile)})`,
);

/**
 * Finds exact percentiles: `width_bucket` counts times in each day's sorted array by binary search. Tickets
 * of unfolded days form another array for each name.
 */
const groupsOf = (query: ResponseTimesQuery, unfolded: readonly Days[]) => {
  const { from, to, by, businessHours, main, ...filter } = query;
  const stored = nameOfGroups(by === 'all' ? 'category' : by, filter.status);
  const nameOf = (name: string) => (by === 'all' ? sql.lit(by) : sql.ref(name));
  const isFolded = unfolded.map(
    (days) => sql`x.day not between ${days.from}::date and ${days.to}::date`,
  );
  const live = unfolded.map((days) => {
    const range = [startOf(sql`${days.from}::date`), startOf(sql`(${days.to}::date + 1)`)] as const;
    return measuredResponses(range, businessHours, { main, ...filter });
  });
  const times = (column: string) =>
    sql`array_agg(${sql.ref(column)}) filter (where ${sql.ref(column)} is not null)`;
  // This reads each ticket once and adds its two times to two arrays.
  const ofCategories = sql`
    select name, x.* from (
      select ${nameOf('main')} as name, count(*) as tickets, ${times('first_reply')} as replies,
        ${times('resolution')} as resolutions
      from measured group by 1
    ) grouped cross join lateral (
      values ('first_reply', tickets, replies), ('resolution', 0, resolutions)
    ) x (measure, tickets, unsorted)`;
  const ofAgents = sql`
    select first_reply_by as name, 'first_reply' as measure, count(*) as tickets, ${times('first_reply')} as unsorted
    from measured where first_reply_by is not null group by 1
    union all
    select resolved_by, 'resolution', count(*) filter (where resolved_by is distinct from first_reply_by), ${times('resolution')}
    from measured where resolved_by is not null group by 1`;
  const fresh = sql`
    measured as (${sql.join(live, sql` union all `)}),
    fresh as materialized (
      select name, measure, tickets, array(select time from unnest(unsorted) as time order by time) as seconds
      from (${by === 'agent' ? ofAgents : ofCategories}) grouped
    ),`;
  const timesWhere = (columns: RawBuilder<unknown>, condition: RawBuilder<unknown>) => {
    const days = sql`
      select ${columns} from ticket_response_times x
      where x.grouped_by = ${stored} and x.hours = ${nameOfHours(businessHours)}
        and x.day between ${from}::date and ${to}::date and ${condition}
        and ${main === undefined ? sql`true` : sql`x.name = ${main}`}
        and ${sql.join([sql`true`, ...isFolded], sql` and `)}`;
    const tickets = sql`select ${columns} from fresh x where ${condition}`;
    const sources = [...(hasDays(query) ? [days] : []), ...(live.length > 0 ? [tickets] : [])];
    return sql.join(sources, sql` union all `);
  };
  const isOfGroup = by === 'all' ? sql`true` : sql`x.name = s.name`;
  const ofGroup = timesWhere(sql`x.seconds`, sql`${isOfGroup} and x.measure = s.measure`);
  const isFound = sql`(s.up_to - s.below <= ${sql.lit(sortedAtMost)} or s.high - s.low < 0.000001)`;
  const figure = (column: string, measure: string) =>
    sql`max(${sql.ref(column)}) filter (where measure = ${sql.lit(measure)})`;
  return sql`
    with recursive ${live.length > 0 ? fresh : sql``}
    sums as materialized (
      select name, measure, sum(tickets) as tickets, sum(cardinality(seconds)) as times,
        max(seconds[cardinality(seconds)]) as highest,
        ${sql.join(percentiles.map(guess), sql`, `)}
      from (${timesWhere(sql`${nameOf('x.name')} as name, x.measure, x.tickets, x.seconds`, sql`true`)}) days
      group by name, measure
    ),
    -- Narrows the range (low, high] of this rank's time.
    search as (
      select name, measure, percentile, floor(percentile * (times - 1)) as rank,
        ${lowest}::float8 as low, highest as high, 0::bigint as below, times as up_to,
        array(
          select least(greatest((guess + 1) * factor - 1 - less, 0), highest)
          from (values ${aroundGuess}) around (factor, less) order by factor, less desc
        ) as pivots
      from sums cross join lateral (values ${sql.join(guesses)}) ranks (percentile, guess)
      where times > 0
      union all
      select s.name, s.measure, s.percentile, s.rank, b.low, b.high, b.below, b.up_to, array(
        select (b.low + 1) * power((b.high + 1) / (b.low + 1), n / ${sql.lit(pivotCount + 1)}::float8) - 1
        from generate_series(1, ${sql.lit(pivotCount)}) as n
      )
      from search s
      cross join lateral (
        select array[${sql.join(counted)}] as counts from (${ofGroup}) days
      ) c
      cross join lateral (select width_bucket(s.rank::bigint, counts) as nth) w
      cross join lateral (
        select case when nth = 0 then s.low else pivots[nth] end as low,
          case when nth = ${sql.lit(pivotCount)} then s.high else pivots[nth + 1] end as high,
          case when nth = 0 then s.below else counts[nth] end as below,
          case when nth = ${sql.lit(pivotCount)} then s.up_to else counts[nth + 1] end as up_to
      ) b
      where not ${isFound}
    ),
    found as materialized (
      select s.name, s.measure, s.percentile, s.rank, array(
        select time from (${ofGroup}) days
        -- Takes one more time from each day: that of the next rank is among them.
        cross join unnest(seconds[width_bucket(s.low, seconds) + 1 : width_bucket(s.high, seconds) + 1]) as time
        order by time offset (s.rank - s.below)::bigint limit 2
      ) as nearest
      from search s where ${isFound}
    ),
    figures as materialized (
      select name, measure, tickets, times,
        array(
          select nearest[1] + (percentile * (times - 1) - rank) * (coalesce(nearest[2], nearest[1]) - nearest[1])
          from found where (found.name, found.measure) = (sums.name, sums.measure)
          order by percentile
        ) as percentiles
      from sums
    ),
    groups as (
      select name, sum(tickets) as tickets,
        coalesce(${figure('times', 'first_reply')}, 0) as first_replies,
        ${figure('percentiles', 'first_reply')} as first_reply,
        coalesce(${figure('times', 'resolution')}, 0) as resolutions,
        ${figure('percentiles', 'resolution')} as resolution
      from figures group by name
      having sum(tickets) > 0
    )`;
};
