import { type RawBuilder, sql } from 'kysely';
import type { TicketStatus } from '../schema.ts';
import { zone } from './time-series.ts';

export interface TicketFilter {
  main?: string | undefined;
  status?: TicketStatus | undefined;
  issue?: string | undefined;
  newsletter?: string | undefined;
  tagId?: number | undefined;
}

/** Times of day (`HH:MM`) from Monday to Friday; no other time counts. */
export interface BusinessHours {
  opens: string;
  closes: string;
}

const conditionsOf = ({ main, status, issue, newsletter, tagId }: TicketFilter) =>
  [
    main !== undefined && sql`t.main = ${main}`,
    status !== undefined && sql`t.status = ${status}`,
    // The indexes use this collation.
    issue !== undefined && sql`coalesce(t.issue, '') collate "C" = ${issue}`,
    newsletter !== undefined && sql`t.newsletter collate "C" = ${newsletter}`,
    tagId !== undefined && sql`t.id in (select ticket_id from ticket_tags where tag_id = ${tagId})`,
  ].filter((condition) => condition !== false);

/**
 * Computes seconds since 1970 by the clocks of São Paulo. If they were never changed since `begin`, a sum
 * replaces a slower conversion.
 */
const localSeconds = (begin: RawBuilder<unknown>) => {
  const difference = sql`(
    select case when min(ahead) = max(ahead) then min(ahead) end
    from generate_series(${begin}, now() + interval '1 day', interval '1 day') as day cross join lateral (
      select date_part('epoch', (day at time zone ${zone}) - (day at time zone 'UTC')) as ahead
    ) clocks
  )`;
  return (at: string) => sql`coalesce(
    date_part('epoch', ${sql.ref(at)}) + ${difference}, date_part('epoch', ${sql.ref(at)} at time zone ${zone})
  )`;
};

/** Computes business seconds since the first Monday of 1970; the difference of two is a business time. */
const businessClock = (at: RawBuilder<unknown>, hours: BusinessHours) => {
  const [opens, closes] = [sql.lit(secondsOf(hours.opens)), sql.lit(secondsOf(hours.closes))];
  const days = sql`(floor(${at} / 86400)::integer - 4)`;
  return sql`(
    (${days} / 7 * 5 + least(${days} % 7, 5)) * (${closes} - ${opens})
    + case when ${days} % 7 < 5
        then least(greatest(${at} - floor(${at} / 86400) * 86400, ${opens}), ${closes}) - ${opens}
        else 0 end
  )`;
};

/** Selects moments as times of the business clock; `offset` as in `measuredResponses`. */
const clocksOf = (moments: RawBuilder<unknown>, hours: BusinessHours) => {
  const clock = (moment: string) => businessClock(sql.ref(moment), hours);
  return sql`
    select ticket_id, main, status, first_reply_by, resolved_by, ${clock('opened')} as opened,
      case when replied is not null then ${clock('replied')} end as replied,
      case when settled is not null then ${clock('settled')} end as settled
    from (${moments}) local offset 0`;
};

const secondsOf = (time: string): number =>
  Number(time.slice(0, 2)) * 3_600 + Number(time.slice(3)) * 60;

/**
 * Selects unmerged tickets opened in [begin, end); `first_reply` and `resolution` are seconds. It reads no
 * messages.
 */
export const measuredResponses = (
  [begin, end]: readonly [RawBuilder<unknown>, RawBuilder<unknown>],
  businessHours: BusinessHours | undefined,
  filter: TicketFilter = {},
): RawBuilder<unknown> => {
  const elapsed = (until: string) =>
    sql`case when ${sql.ref(until)} is not null then greatest(${sql.ref(until)} - opened, 0) end`;
  const seconds = businessHours
    ? localSeconds(begin)
    : (at: string) => sql`date_part('epoch', ${sql.ref(at)})`;
  const moments = sql`
    select r.ticket_id, t.main, t.status, r.first_reply_by, r.resolved_by, ${seconds('r.opened_at')} as opened,
      ${seconds('r.first_reply_at')} as replied, ${seconds('r.resolved_at')} as settled
    from ticket_responses r join tickets t on t.id = r.ticket_id
    where r.opened_at >= ${begin} and r.opened_at < ${end}
      -- Opened when created, so this reads only the tickets of the range.
      and t.created_at >= ${begin} and t.created_at < ${end} and t.merged_into is null
      and ${sql.join([sql`true`, ...conditionsOf(filter)], sql` and `)}
    -- Prevents a pull-up, so that each moment is converted once.
    offset 0`;
  return sql`
    select ticket_id, main, status, first_reply_by, resolved_by,
      ${elapsed('replied')} as first_reply, ${elapsed('settled')} as resolution
    from (${businessHours ? clocksOf(moments, businessHours) : moments}) moments`;
};
