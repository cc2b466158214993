import { type RawBuilder, sql } from 'kysely';
import type { Db } from './connection/database.ts';
import { startOf, zone } from './reports.ts';

/** Which tickets to measure, by the civil day (São Paulo, `YYYY-MM-DD`) that they were opened on, both inclusive, and how to group them. */
export interface ResponseTimesQuery {
  from: string;
  to: string;
  by: 'category' | 'agent';
  /** Counts only the time between these hours (`HH:MM`) from Monday to Friday. */
  businessHours?: { opens: string; closes: string } | undefined;
}

/** How long the first replies and the resolutions of a group of tickets took. Seconds; null if there were none. */
export interface ResponseTimes {
  /** The category, or the agent as the author of messages. */
  name: string;
  tickets: number;
  firstReplies: number;
  firstReplyMedianSeconds: number | null;
  firstReplyP90Seconds: number | null;
  resolutions: number;
  resolutionMedianSeconds: number | null;
  resolutionP90Seconds: number | null;
}

/** Business seconds from the first Monday of 1970 to a moment. The difference of two is the business time between them. */
const businessClock = (
  at: RawBuilder<unknown>,
  { opens, closes }: { opens: string; closes: string },
) => sql`(
  select (days / 7 * 5 + least(days % 7, 5)) * extract(epoch from ${closes}::time - ${opens}::time)
    + case when days % 7 < 5
        then extract(epoch from least(greatest(clock, ${opens}::time), ${closes}::time) - ${opens}::time)
        else 0 end
  from (
    select local::date - date '1970-01-05' as days, local::time as clock
    from (select ${at} at time zone ${zone} as local) civil
  ) split
)`;

/** The groups in Portuguese alphabetical order. Reads the tickets of the range, never their messages. */
export const selectResponseTimes = async (
  db: Db,
  { from, to, by, businessHours }: ResponseTimesQuery,
): Promise<ResponseTimes[]> => {
  const elapsed = (until: RawBuilder<unknown>) => {
    const seconds = businessHours
      ? sql`${businessClock(until, businessHours)} - ${businessClock(sql`r.opened_at`, businessHours)}`
      : sql`extract(epoch from ${until} - r.opened_at)`;
    return sql`case when ${until} is not null then greatest(${seconds}, 0)::float8 end`;
  };
  const measured = sql`
    select r.ticket_id, t.main, r.first_reply_by, r.resolved_by,
      ${elapsed(sql`r.first_reply_at`)} as first_reply,
      ${elapsed(sql`r.resolved_at`)} as resolution
    from ticket_responses r join tickets t on t.id = r.ticket_id
    where r.opened_at >= ${startOf(sql`${from}::date`)} and r.opened_at < ${startOf(sql`(${to}::date + 1)`)}
      and t.merged_into is null`;
  const grouped =
    by === 'category'
      ? sql`select main as name, ticket_id, first_reply, resolution from measured`
      : sql`
        select first_reply_by as name, ticket_id, first_reply, null::float8 as resolution
        from measured where first_reply_by is not null
        union all
        select resolved_by, ticket_id, null, resolution from measured where resolved_by is not null`;
  // One sort for both percentiles.
  const percentiles = (column: string) => sql`
    percentile_cont(array[0.5, 0.9]) within group (order by ${sql.ref(column)})`;
  const { rows } = await sql<ResponseTimes>`
    with measured as materialized (${measured}),
    groups as (
      select name, ${by === 'category' ? sql`count(*)` : sql`count(distinct ticket_id)`} as tickets,
        count(first_reply) as first_replies, ${percentiles('first_reply')} as first_reply,
        count(resolution) as resolutions, ${percentiles('resolution')} as resolution
      from (${grouped}) grouped
      group by name
    )
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
