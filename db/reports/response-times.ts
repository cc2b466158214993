import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../connection/database.ts';
import type { TicketStatus } from '../schema.ts';
import { startOf, zone } from './reports.ts';

/** Which tickets to look at. */
export interface TicketFilter {
  main?: string | undefined;
  status?: TicketStatus | undefined;
  issue?: string | undefined;
  newsletter?: string | undefined;
  tagId?: number | undefined;
}

const conditionsOf = ({ main, status, issue, newsletter, tagId }: TicketFilter) =>
  [
    main !== undefined && sql`t.main = ${main}`,
    status !== undefined && sql`t.status = ${status}`,
    issue !== undefined && sql`coalesce(t.issue, '') = ${issue}`,
    newsletter !== undefined && sql`t.newsletter = ${newsletter}`,
    tagId !== undefined && sql`t.id in (select ticket_id from ticket_tags where tag_id = ${tagId})`,
  ].filter((condition) => condition !== false);

/**
 * Which tickets to measure, by the civil day (São Paulo, `YYYY-MM-DD`) that they were opened on,
 * both inclusive, and how to group them.
 */
export interface ResponseTimesQuery extends TicketFilter {
  from: string;
  to: string;
  by: 'category' | 'agent';
  /** Counts only the time between these hours (`HH:MM`) from Monday to Friday. */
  businessHours?: { opens: string; closes: string } | undefined;
}

/**
 * How long the first replies and the resolutions of a group of tickets took. Seconds; null if there
 * were none.
 */
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

/** Seconds since 1970 by the clocks of São Paulo. */
const localSeconds = (at: string) => sql`date_part('epoch', ${sql.ref(at)} at time zone ${zone})`;

/**
 * Business seconds from the first Monday of 1970 to a moment in local seconds. The difference of
 * two is the business time between them.
 */
const businessClock = (at: RawBuilder<unknown>, hours: { opens: string; closes: string }) => {
  const [opens, closes] = [sql.lit(secondsOf(hours.opens)), sql.lit(secondsOf(hours.closes))];
  const days = sql`(floor(${at} / 86400)::integer - 4)`;
  return sql`(
    (${days} / 7 * 5 + least(${days} % 7, 5)) * (${closes} - ${opens})
    + case when ${days} % 7 < 5
        then least(greatest(${at} - floor(${at} / 86400) * 86400, ${opens}), ${closes}) - ${opens}
        else 0 end
  )`;
};

const secondsOf = (time: string): number =>
  Number(time.slice(0, 2)) * 3_600 + Number(time.slice(3)) * 60;

/**
 * The groups in Portuguese alphabetical order. Reads the tickets of the range, never their
 * messages.
 */
export const selectResponseTimes = async (
  db: Db,
  { from, to, by, businessHours, ...filter }: ResponseTimesQuery,
): Promise<ResponseTimes[]> => {
  const clock = (moment: string) => {
    const at = sql.ref(moment);
    return businessHours ? businessClock(at, businessHours) : at;
  };
  const elapsed = (until: string) =>
    sql`case when ${sql.ref(until)} is not null then greatest(${clock(until)} - ${clock('opened')}, 0) end`;
  const seconds = businessHours
    ? localSeconds
    : (at: string) => sql`date_part('epoch', ${sql.ref(at)})`;
  const [begin, end] = [startOf(sql`${from}::date`), startOf(sql`(${to}::date + 1)`)];
  const measured = sql`
    select ticket_id, main, first_reply_by, resolved_by,
      ${elapsed('replied')} as first_reply, ${elapsed('settled')} as resolution
    from (
      select r.ticket_id, t.main, r.first_reply_by, r.resolved_by, ${seconds('r.opened_at')} as opened,
        ${seconds('r.first_reply_at')} as replied, ${seconds('r.resolved_at')} as settled
      from ticket_responses r join tickets t on t.id = r.ticket_id
      where r.opened_at >= ${begin} and r.opened_at < ${end}
        -- Opened when created: so the tickets of the range are read, not all.
        and t.created_at >= ${begin} and t.created_at < ${end} and t.merged_into is null
        and ${sql.join([sql`true`, ...conditionsOf(filter)], sql` and `)}
      -- Not pulled up, so that each moment is converted once.
      offset 0
    ) moments`;
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
