import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';
import type { TicketStatus } from '../schema.ts';
import { type BusinessHours, measuredResponses } from './measured-responses.ts';
import { startOf, zone } from './time-series.ts';

export type ResponseGrouping = 'category' | 'agent';

/** The business hours whose response times are stored by day: none, and the console's. */
const hoursByDay: readonly (BusinessHours | undefined)[] = [
  undefined,
  { opens: '09:00', closes: '18:00' },
];

/** The value of `grouped_by`: all tickets, or those with a status. */
export const nameOfGroups = (by: ResponseGrouping, status: TicketStatus | undefined): string =>
  status === undefined ? by : `${by} ${status}`;

export const nameOfHours = (hours: BusinessHours | undefined): string =>
  hours ? `${hours.opens}-${hours.closes}` : '';

export const hasDaysOf = (hours: BusinessHours | undefined): boolean =>
  hoursByDay.some((known) => nameOfHours(known) === nameOfHours(hours));

/** Seconds in one row: two such rows fit into a page, so none is stored out of line. */
const partLength = 480;

const measuredDays = (
  days: RawBuilder<unknown>,
  hours: BusinessHours | undefined,
): RawBuilder<unknown> => {
  const range = [startOf(sql`days.day`), startOf(sql`(days.day + 1)`)] as const;
  return sql`
    select days.day, responses.*
    from ${days} days (day) cross join lateral (${measuredResponses(range, hours)}) responses`;
};

/** Selects (day, status, name, measure, seconds). Tickets without a first reply have a row without seconds. */
const timesOf = (measured: string, by: ResponseGrouping): RawBuilder<unknown> => {
  const from = sql.ref(measured);
  return by === 'category'
    ? sql`
      select day, status, main as name, 'first_reply' as measure, first_reply as seconds from ${from}
      union all
      select day, status, main, 'resolution', resolution from ${from} where resolution is not null`
    : sql`
      select day, status, first_reply_by as name, 'first_reply' as measure, first_reply as seconds
      from ${from} where first_reply_by is not null
      union all
      select day, status, resolved_by, 'first_reply', null
      from ${from} where resolved_by is not null and resolved_by is distinct from first_reply_by
      union all
      select day, status, resolved_by, 'resolution', resolution from ${from} where resolved_by is not null`;
};

/** Selects the days with or between tickets that were never folded. */
const missingDays = sql`
  select day::date from (
    select min(opened_at) at time zone ${zone} as first, max(opened_at) at time zone ${zone} as last
    from ticket_responses
  ) ends cross join generate_series(date_trunc('day', first), last, interval '1 day') as day
  except select day from ticket_response_days where by_status`;

export const countMissingDays = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ left: number }>`
    select count(*)::integer as left from (${missingDays}) days`.execute(db);
  return rows[0]?.left ?? 0;
};

/** Folds changed days, newest first, and returns how many; undefined if another process is folding. */
export const foldResponseDays = async (tx: Tx, atMost: number): Promise<number | undefined> => {
  const { rows: locks } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('ticket_response_days')) as locked`.execute(tx);
  if (!locks[0]?.locked) return undefined;
  await sql`set local statement_timeout = '1min'`.execute(tx);
  const { rows } = await sql<{ day: string }>`
    select day::text from (
      select day from changed_response_days
      union
      (${missingDays})
    ) days order by day desc limit ${atMost}`.execute(tx);
  if (rows.length > 0) await refreshDays(tx, sql`${rows.map(({ day }) => day)}::date[]`);
  return rows.length;
};

export const forgetResponseDays = async (tx: Tx): Promise<void> => {
  await sql`delete from ticket_response_days`.execute(tx);
};

// The single statement has one snapshot: a change that it does not see is recorded after it.
const refreshDays = async (tx: Tx, days: RawBuilder<unknown>): Promise<void> => {
  const named = hoursByDay.map((hours, n) => ({ hours, measured: `measured_${n}` }));
  const measured = named.map(
    ({ hours, measured }) =>
      sql`${sql.ref(measured)} as materialized (${measuredDays(sql`unnest(${days})`, hours)})`,
  );
  const times = named.flatMap(({ hours, measured }) =>
    (['category', 'agent'] as const).map(
      (by) =>
        sql`select ${sql.lit(by)} as grouped_by, ${sql.lit(nameOfHours(hours))} as hours, times.*
          from (${timesOf(measured, by)}) times`,
    ),
  );
  const length = sql.lit(partLength);
  const key = sql`grouped_by, hours, name, measure, day, part`;
  await sql`
    with ${sql.join(measured)},
    days as (
      select concat_ws(' ', grouped_by, status) as grouped_by, hours, name, measure, day,
        count(*) filter (where measure = 'first_reply') as tickets,
        array_agg(seconds) filter (where seconds is not null) as unsorted
      from (${sql.join(times, sql` union all `)}) times
      group by hours, name, measure, day, grouping sets ((times.grouped_by), (times.grouped_by, status))
    ),
    right_times as materialized (
      select grouped_by, hours, name, measure, day, part,
        case part when 0 then tickets else 0 end as tickets,
        sorted[part * ${length} + 1 : (part + 1) * ${length}] as seconds
      from days
      cross join lateral (select array(select time from unnest(unsorted) as time order by time) as sorted) times
      cross join generate_series(0, greatest(cardinality(sorted) - 1, 0) / ${length}) as part
    ),
    seen as (delete from changed_response_days where day = any (${days})),
    known as (
      insert into ticket_response_days (day, by_status) select unnest(${days}), true
      on conflict (day) do update set by_status = true
    ),
    gone as (
      delete from ticket_response_times
      where day = any (${days}) and (${key}) not in (select ${key} from right_times)
    )
    insert into ticket_response_times as present (${key}, tickets, seconds)
    select ${key}, tickets, seconds from right_times
    on conflict (${key}) do update set tickets = excluded.tickets, seconds = excluded.seconds
    where (present.tickets, present.seconds) is distinct from (excluded.tickets, excluded.seconds)
  `.execute(tx);
};
