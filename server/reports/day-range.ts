import type { Grouping } from '../../db/reports/time-series.ts';
import { addDays, civilDayOf, daysBetween } from '../core/civil-time.ts';
import { AppError } from '../core/errors.ts';

const defaultDays = 30;
const maxPoints = 10_000;
/** The first possible day, a Monday; PostgreSQL has no year 0. */
const firstDay = '0001-01-01';

interface DayRange {
  from: string;
  to: string;
}

/**
 * Returns the range of a report (docs/behaviour/reports.md#reports). The default is from 30 days before
 * today to today; if only an earlier last day is given, the range starts 30 days before it.
 * @throws AppError `invalid-request` if the range ends before it begins, or has more than 10 000 points
 */
export const rangeOf = (
  asked: { from?: string | undefined; to?: string | undefined; groupBy: Grouping },
  now: Date,
): DayRange => {
  const to = asked.to ?? civilDayOf(now);
  const range = { from: asked.from ?? defaultStart(to, civilDayOf(now)), to };
  if (range.to < range.from) {
    throw new AppError('invalid-request', {
      detail: `o período termina (${range.to}) antes de começar (${range.from})`,
    });
  }
  if (countPoints(range, asked.groupBy) > maxPoints) {
    throw new AppError('invalid-request', {
      detail: `o período tem mais de ${maxPoints} pontos: encurte-o ou agrupe por um período maior`,
    });
  }
  return range;
};

const defaultStart = (to: string, today: string): string => {
  const earliest = to < addDays(today, -defaultDays) ? to : today;
  const start = addDays(earliest, -defaultDays);
  return start < firstDay ? firstDay : start;
};

const countPoints = ({ from, to }: DayRange, groupBy: Grouping): number => {
  const days = daysBetween(from, to) + 1;
  const weekOf = (day: string) => Math.floor(daysBetween(firstDay, day) / 7);
  const yearOf = (day: string) => Number(day.slice(0, 4));
  const monthOf = (day: string) => yearOf(day) * 12 + Number(day.slice(5, 7));
  switch (groupBy) {
    case 'hour':
      return days * 24;
    case 'day':
      return days;
    case 'week':
      return weekOf(to) - weekOf(from) + 1;
    case 'month':
      return monthOf(to) - monthOf(from) + 1;
    case 'year':
      return yearOf(to) - yearOf(from) + 1;
    case 'hourOfWeek':
      return 7 * 24;
  }
};
