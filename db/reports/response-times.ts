import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../connection/database.ts';
import { type BusinessHours, measuredResponses, type TicketFilter } from './measured-responses.ts';
import { startOf } from './reports.ts';
import {
  hasDaysOf,
  measuredDays,
  nameOfHours,
  type ResponseGrouping,
  timesOf,
} from './response-days.ts';

export type { TicketFilter };

/**
 * Which tickets to measure, by the civil day (São Paulo, `YYYY-MM-DD`) that they were opened on,
 * both inclusive, and how to group them.
 */
export interface ResponseTimesQuery extends TicketFilter {
  from: string;
  to: string;
  /** `all`: all tickets together. */
  by: ResponseGrouping | 'all';
  /** Counts only the time between these hours (`HH:MM`) from Monday to Friday. */
  businessHours?: BusinessHours | undefined;
}

/**
 * How long the first replies and the resolutions of a group of tickets took. Seconds; null if there
 * were none.
 */
export interface ResponseTimes {
  /** The category, or the agent as the author of messages, or `all`. */
  name: string;
  tickets: number;
  firstReplies: number;
  firstReplyMedianSeconds: number | null;
  firstReplyP90Seconds: number | null;
  resolutions: number;
  resolutionMedianSeconds: number | null;
  resolutionP90Seconds: number | null;
}

/**
 * The groups in Portuguese alphabetical order. Reads the days of the range, and its tickets for days
 * that changed lately, for narrower filters and for unusual business hours.
 */
export const selectResponseTimes = async (
  db: Db,
  query: ResponseTimesQuery,
): Promise<ResponseTimes[]> => {
  const { rows } = await sql<ResponseTimes>`
    ${hasDays(query) ? byDays(query) : byTickets(query)}
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

const hasDays = ({
  by,
  businessHours,
  main,
  status,
  issue,
  newsletter,
  tagId,
}: ResponseTimesQuery) =>
  [status, issue, newsletter, tagId].every((given) => given === undefined) &&
  (main === undefined || by !== 'agent') &&
  hasDaysOf(businessHours);

/** What the times of a name are grouped by. */
const nameOf = (by: ResponseTimesQuery['by'], name: RawBuilder<unknown>) =>
  by === 'all' ? sql.lit(by) : name;

const byTickets = ({ from, to, by, businessHours, ...filter }: ResponseTimesQuery) => {
  const range = [startOf(sql`${from}::date`), startOf(sql`(${to}::date + 1)`)] as const;
  const grouped =
    by !== 'agent'
      ? sql`select ${nameOf(by, sql`main`)} as name, ticket_id, first_reply, resolution from measured`
      : sql`
        select first_reply_by as name, ticket_id, first_reply, null::float8 as resolution
        from measured where first_reply_by is not null
        union all
        select resolved_by, ticket_id, null, resolution from measured where resolved_by is not null`;
  // One sort for both percentiles.
  const percentiles = (column: string) => sql`
    percentile_cont(array[0.5, 0.9]) within group (order by ${sql.ref(column)})`;
  return sql`
    with measured as materialized (${measuredResponses(range, businessHours, filter)}),
    groups as (
      select name, ${by === 'agent' ? sql`count(distinct ticket_id)` : sql`count(*)`} as tickets,
        count(first_reply) as first_replies, ${percentiles('first_reply')} as first_reply,
        count(resolution) as resolutions, ${percentiles('resolution')} as resolution
      from (${grouped}) grouped
      group by name
    )`;
};

/** So many times are sorted rather than searched further. */
const sortedAtMost = 2_000;

/** Less than any time. */
const lowest = sql.lit(-5e-7);

/**
 * Where a search looks first: no time, factors of the guess, and just before it, as many may take as
 * long.
 */
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
/** The median of what it is on each day. */
const guess = (percentile: number) => sql`percentile_disc(0.5) within group (
  order by seconds[1 + floor(${sql.lit(percentile)} * (cardinality(seconds) - 1))::integer]
) as ${nameOfGuess(percentile)}`;
const guesses = percentiles.map(
  (percentile) => sql`(${sql.lit(percentile)}::float8, ${nameOfGuess(percentile)})`,
);

/**
 * The same figures without a look at each ticket. Days are sorted arrays, in which `width_bucket`
 * counts the times up to a value by a binary search, so percentiles are found by narrowing down,
 * and exactly: the last few times are sorted.
 */
const byDays = ({ from, to, by, businessHours, main }: ResponseTimesQuery) => {
  // All tickets together are those of all categories.
  const stored = by === 'all' ? 'category' : by;
  const timesWhere = (columns: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`
    select ${columns} from ticket_response_times x
    where x.grouped_by = ${stored} and x.hours = ${nameOfHours(businessHours)}
      and x.day between ${from}::date and ${to}::date
      and x.day <> all (array(select day from unknown)) and ${condition}
    union all
    select ${columns} from fresh x where ${condition}`;
  const only = main === undefined ? sql`true` : sql`x.name = ${main}`;
  const isOfGroup = by === 'all' ? only : sql`x.name = s.name`;
  const ofGroup = timesWhere(sql`x.seconds`, sql`${isOfGroup} and x.measure = s.measure`);
  const isFound = sql`(s.up_to - s.below <= ${sql.lit(sortedAtMost)} or s.high - s.low < 0.000001)`;
  const figure = (column: string, measure: string) =>
    sql`max(${sql.ref(column)}) filter (where measure = ${sql.lit(measure)})`;
  return sql`
    with recursive unknown as materialized (
      select day::date from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') as day
      except (
        select day from ticket_response_days where day between ${from}::date and ${to}::date
        except select day from ticket_response_changes
      )
    ),
    measured as materialized (${measuredDays(sql`unknown`, businessHours)}),
    fresh as materialized (
      select name, measure, count(*) filter (where measure = 'first_reply') as tickets,
        coalesce(array_agg(seconds order by seconds) filter (where seconds is not null), '{}') as seconds
      from (${timesOf('measured', stored)}) times group by name, measure
    ),
    sums as materialized (
      select name, measure, sum(tickets) as tickets, sum(cardinality(seconds)) as times,
        max(seconds[cardinality(seconds)]) as highest,
        ${sql.join(percentiles.map(guess), sql`, `)}
      from (${timesWhere(sql`${nameOf(by, sql`x.name`)} as name, x.measure, x.tickets, x.seconds`, only)}) days
      group by name, measure
    ),
    -- Narrows the range (low, high] that the time of this rank is in.
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
        -- One more of each day: the time of the next rank is among them.
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
      select name, ${figure('tickets', 'first_reply')} as tickets,
        ${figure('times', 'first_reply')} as first_replies,
        ${figure('percentiles', 'first_reply')} as first_reply,
        coalesce(${figure('times', 'resolution')}, 0) as resolutions,
        ${figure('percentiles', 'resolution')} as resolution
      from figures group by name
      having ${figure('tickets', 'first_reply')} > 0
    )`;
};
