import { Temporal } from 'temporal-polyfill';
import type { PeriodCounts, TimeSeriesQuery } from '../../db/reports/time-series.ts';
import type { TicketStatus } from '../../db/schema.ts';

/** The fields of a ticket that reports count. */
export interface CountedTicket {
  createdAt: Date;
  main: string;
  status: TicketStatus;
}

const zone = 'America/Sao_Paulo';
const pad = (value: number, digits = 2) => String(value).padStart(digits, '0');

const labels = {
  hour: (at: Temporal.ZonedDateTime) => `${at.toPlainDate()} ${pad(at.hour)}:00`,
  day: (at: Temporal.ZonedDateTime) => at.toPlainDate().toString(),
  week: (at: Temporal.ZonedDateTime) => `${at.yearOfWeek}-W${pad(at.weekOfYear ?? 0)}`,
  month: (at: Temporal.ZonedDateTime) => at.toPlainDate().toPlainYearMonth().toString(),
  year: (at: Temporal.ZonedDateTime) => pad(at.year, 4),
  hourOfWeek: (at: Temporal.ZonedDateTime) => `${at.dayOfWeek} ${pad(at.hour)}:00`,
};

/** Every period of the range, found by stepping an hour or a day at a time. */
const periodsOf = ({ groupBy, ...range }: TimeSeriesQuery): Set<string> => {
  const isByHour = groupBy === 'hour' || groupBy === 'hourOfWeek';
  const week = { from: '2001-01-01', to: '2001-01-07' };
  const { from, to } = groupBy === 'hourOfWeek' ? week : range;
  const end = Temporal.PlainDate.from(to).add({ days: 1 }).toZonedDateTime(zone);
  const step = isByHour ? { hours: 1 } : { days: 1 };
  const periods = new Set<string>();
  let at = Temporal.PlainDate.from(from).toZonedDateTime(zone);
  while (Temporal.ZonedDateTime.compare(at, end) < 0) {
    periods.add(labels[groupBy](at));
    at = isByHour ? at.add(step) : at.toPlainDate().add(step).toZonedDateTime(zone);
  }
  return periods;
};

/** A naive report: counts each ticket in civil time. */
export const countNaively = (
  tickets: readonly CountedTicket[],
  query: TimeSeriesQuery,
): PeriodCounts[] => {
  const counts = new Map(
    [...periodsOf(query)].map((period): [string, PeriodCounts] => [
      period,
      { period, total: 0, open: 0, inProgress: 0, resolved: 0, closed: 0 },
    ]),
  );
  for (const ticket of tickets) {
    const at = Temporal.Instant.fromEpochMilliseconds(
      ticket.createdAt.getTime(),
    ).toZonedDateTimeISO(zone);
    const day = at.toPlainDate().toString();
    if (day < query.from || day > query.to) continue;
    if (query.main !== undefined && ticket.main !== query.main) continue;
    if (query.status !== undefined && ticket.status !== query.status) continue;
    const count = counts.get(labels[query.groupBy](at));
    if (!count) throw new Error(`no period for ${at}`);
    count.total += 1;
    count[fieldOf[ticket.status]] += 1;
  }
  return [...counts.values()];
};

const fieldOf = {
  open: 'open',
  in_progress: 'inProgress',
  resolved: 'resolved',
  closed: 'closed',
} as const satisfies Record<TicketStatus, keyof PeriodCounts>;
