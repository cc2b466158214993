import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../connection/database.ts';
import type { TicketStatus } from '../schema.ts';

/** The length of a period; `hourOfWeek` adds all weeks together, Monday 00:00 to Sunday 23:00. */
export type Grouping = 'hour' | 'day' | 'week' | 'month' | 'year' | 'hourOfWeek';

/** A query by civil days of America/Sao_Paulo (`YYYY-MM-DD`), both inclusive. */
export interface TimeSeriesQuery {
  from: string;
  to: string;
  groupBy: Grouping;
  main?: string | undefined;
  status?: TicketStatus | undefined;
  /** This filter and the next two read the range's tickets; the others read the ledgers. */
  issue?: string | undefined;
  newsletter?: string | undefined;
  tagId?: number | undefined;
}

/** Tickets created in one period, by current status. */
export interface PeriodCounts {
  /**
   * A period as `YYYY-MM-DD HH:00`, `YYYY-MM-DD`, `YYYY-Www`, `YYYY-MM` or `YYYY`; `1 09:00` is an hour on
   * Mondays.
   */
  period: string;
  total: number;
  open: number;
  inProgress: number;
  resolved: number;
  closed: number;
}

export const zone = sql.lit('America/Sao_Paulo');

/**
 * Computes the beginning of a civil day; if daylight saving time skipped midnight, it is the moment of the
 * change.
 */
export const startOf = (day: RawBuilder<unknown>) => sql`(${day}::timestamp at time zone ${zone})`;

const formats = {
  hour: sql.lit('YYYY-MM-DD HH24:00'),
  day: sql.lit('YYYY-MM-DD'),
  week: sql.lit('IYYY-"W"IW'),
  month: sql.lit('YYYY-MM'),
  year: sql.lit('YYYY'),
  hourOfWeek: sql.lit('ID HH24:00'),
} satisfies Record<Grouping, RawBuilder<string>>;

/** Computes the period of a local time; an hour of the week is one of the week of 2001-01-01. */
const periodOf = (local: RawBuilder<unknown>, groupBy: Grouping): RawBuilder<unknown> =>
  groupBy === 'hourOfWeek'
    ? sql`date_trunc('hour', ${local}) - date_trunc('week', ${local}) + timestamp '2001-01-01'`
    : sql`date_trunc(${sql.lit(groupBy)}, ${local})`;

/** Selects start times as (local). Hours advance in absolute time and skip what the clock skips. */
const periodsOf = ({ from, to, groupBy }: TimeSeriesQuery): RawBuilder<unknown> => {
  if (groupBy === 'hourOfWeek') {
    return sql`
      select local
      from generate_series(timestamp '2001-01-01', timestamp '2001-01-07 23:00', interval '1 hour') as local
    `;
  }
  if (groupBy === 'hour') {
    return sql`
      select date_trunc('hour', moment at time zone ${zone}) as local
      from generate_series(
        ${startOf(sql`${from}::date`)},
        ${startOf(sql`(${to}::date + 1)`)} - interval '1 hour',
        interval '1 hour'
      ) as moment
    `;
  }
  return sql`
    select local
    from generate_series(
      date_trunc(${sql.lit(groupBy)}, ${from}::date::timestamp),
      ${to}::date::timestamp,
      ${sql.lit(`1 ${groupBy}`)}::interval
    ) as local
  `;
};

/** Selects (hour, open, in_progress, resolved, closed), with several rows an hour. */
const countsOf = (query: TimeSeriesQuery): RawBuilder<unknown> => {
  const { from, to, main, issue, newsletter, tagId } = query;
  const inRange = (moment: RawBuilder<unknown>) => sql`
    ${moment} >= ${startOf(sql`${from}::date`)} and ${moment} < ${startOf(sql`(${to}::date + 1)`)}`;
  if (issue === undefined && newsletter === undefined && tagId === undefined) {
    const ledger = sql.table(main === undefined ? 'ticket_counts' : 'ticket_category_counts');
    const counted = sql`where ${inRange(sql`hour`)} ${main === undefined ? sql`` : sql`and main = ${main}`}`;
    return sql`
      select hour, open, in_progress, resolved, closed from ${ledger} ${counted}
      union all
      select hour, open, in_progress, resolved, closed from ticket_count_deltas ${counted}
    `;
  }
  const conditions = [
    inRange(sql`created_at`),
    // The indexes use this collation.
    main !== undefined && sql`main collate "C" = ${main}`,
    issue !== undefined && sql`coalesce(issue, '') collate "C" = ${issue}`,
    newsletter !== undefined && sql`newsletter collate "C" = ${newsletter}`,
    tagId !== undefined && sql`id in (select ticket_id from ticket_tags where tag_id = ${tagId})`,
  ].filter((condition) => condition !== false);
  return sql`
    select
      created_at as hour,
      (status = 'open')::integer as open,
      (status = 'in_progress')::integer as in_progress,
      (status = 'resolved')::integer as resolved,
      (status = 'closed')::integer as closed
    from tickets where ${sql.join(conditions, sql` and `)}
  `;
};

/**
 * Selects every period of the range in order, including empty ones; the ledger plus its deltas is exact at
 * this moment. A repeated hour is one period. A week, month or year at the edge counts only days inside the
 * range.
 */
export const selectTimeSeries = async (db: Db, query: TimeSeriesQuery): Promise<PeriodCounts[]> => {
  const { groupBy, status } = query;
  const summed = (column: string, of: TicketStatus) =>
    status === undefined || status === of
      ? sql`sum(${sql.ref(column)})::integer`
      : sql.lit<number>(0);
  const { rows } = await sql<PeriodCounts>`
    select
      to_char(local, ${formats[groupBy]}) as period,
      open + in_progress + resolved + closed as total,
      open,
      in_progress as "inProgress",
      resolved,
      closed
    from (
      select
        local,
        ${summed('open', 'open')} as open,
        ${summed('in_progress', 'in_progress')} as in_progress,
        ${summed('resolved', 'resolved')} as resolved,
        ${summed('closed', 'closed')} as closed
      from (
        select ${periodOf(sql`hour at time zone ${zone}`, groupBy)} as local, open, in_progress, resolved, closed
        from (${countsOf(query)}) counts
        union all
        select local, 0, 0, 0, 0 from (${periodsOf(query)}) periods
      ) parts
      group by local
    ) periods
    order by periods.local
  `.execute(db);
  return rows;
};

/** Lists categories in Portuguese alphabetical order. */
export const listCategories = async (db: Db): Promise<{ main: string; issues: string[] }[]> => {
  const { rows } = await sql<{ main: string; issues: string[] }>`
    with recursive pairs as (
      (
        select main collate "C" as main, coalesce(issue, '') collate "C" as issue
        from tickets order by main collate "C", coalesce(issue, '') collate "C" limit 1
      )
      union all
      select next.main, next.issue
      from pairs cross join lateral (
        select t.main collate "C" as main, coalesce(t.issue, '') collate "C" as issue
        from tickets t
        where (t.main collate "C", coalesce(t.issue, '') collate "C") > (pairs.main, pairs.issue)
        order by t.main collate "C", coalesce(t.issue, '') collate "C"
        limit 1
      ) next
    )
    select
      main,
      coalesce(
        array_agg(issue order by issue collate "pt-BR-x-icu") filter (where issue <> ''),
        '{}'
      ) as issues
    from pairs group by main order by main collate "pt-BR-x-icu"
  `.execute(db);
  return rows;
};

/** Reads distinct values one by one through the index, in the order of bytes. */
const distinctSteps = (column: RawBuilder<unknown>, rows: RawBuilder<unknown>) => sql`
  with recursive steps as (
    (select ${column} collate "C" as value from ${rows} order by ${column} collate "C" limit 1)
    union all
    select next.value
    from steps cross join lateral (
      select ${column} collate "C" as value from ${rows} and ${column} collate "C" > steps.value
      order by ${column} collate "C" limit 1
    ) next
  )`;

/** Lists newsletters in Portuguese alphabetical order. */
export const listNewsletters = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ newsletter: string }>`
    ${distinctSteps(sql`newsletter`, sql`tickets where newsletter is not null`)}
    select value as newsletter from steps order by value collate "pt-BR-x-icu"
  `.execute(db);
  return rows.map((row) => row.newsletter);
};

/** Lists agents in lower case; skips authors that are not e-mails. */
export const listAgents = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ email: string }>`
    ${distinctSteps(sql`author`, sql`ticket_messages where origin = 'agent'`)}
    select distinct lower(value) as email
    from steps where value ~ '^[^@[:space:]]+@[^@[:space:]]+[.][^@[:space:]]+$' order by 1
  `.execute(db);
  return rows.map((row) => row.email);
};
