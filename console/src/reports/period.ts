import { addDays, civilToday, isDay, mondayOf } from '../ui/format/time.ts';

// The days of a report. The address has them, as a named period or as two dates.

export interface Days {
  from: string;
  to: string;
}

const dayMs = 86_400_000;

/** The number of days, both ends included. */
export const lengthOf = ({ from, to }: Days): number =>
  (Date.parse(to) - Date.parse(from)) / dayMs + 1;

/** The same day of another month, or that month's last day if it is shorter. */
const addMonths = (day: string, count: number): string => {
  const first = new Date(`${day.slice(0, 7)}-01`);
  first.setUTCMonth(first.getUTCMonth() + count + 1, 0);
  const last = first.toISOString().slice(0, 10);
  const same = `${last.slice(0, 8)}${day.slice(8)}`;
  return same < last ? same : last;
};

/** The months from one day's to another's, both included. */
const monthsOf = ({ from, to }: Days): number => {
  const [first, last] = [new Date(from), new Date(to)];
  const years = last.getUTCFullYear() - first.getUTCFullYear();
  return 12 * years + last.getUTCMonth() - first.getUTCMonth() + 1;
};

/** The previous period: a calendar unit is compared with the previous one of its kind. */
const earlier = (period: string, days: Days, groupBy: string): Days => {
  const { from, to } = days;
  const isOf = (unit: string) => period.toLowerCase().endsWith(unit) || groupBy === unit;
  // Weekly reports compare Mondays with Mondays, also for months and years.
  if (groupBy !== 'week' && (isOf('year') || isOf('month'))) {
    const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4)) + 1;
    const count = isOf('year') ? 12 * years : monthsOf(days);
    const isWhole = period === 'lastMonth' && count === 1;
    return {
      from: addMonths(from, -count),
      to: isWhole ? addDays(from, -1) : addMonths(to, -count),
    };
  }
  const weeks = Math.max(Math.ceil(lengthOf(days) / 7), period === 'year' ? 52 : 0);
  const back = isOf('week') ? 7 * weeks : lengthOf(days);
  return { from: addDays(from, -back), to: addDays(to, -back) };
};

const daysOfPeriod = (period: string, today: string): Days => {
  const monday = mondayOf(today);
  const month = `${today.slice(0, 7)}-01`;
  const known: Readonly<Record<string, Days>> = {
    week: { from: monday, to: today },
    lastWeek: { from: addDays(monday, -7), to: addDays(monday, -1) },
    month: { from: month, to: today },
    lastMonth: { from: addMonths(month, -1), to: addDays(month, -1) },
    year: { from: `${today.slice(0, 4)}-01-01`, to: today },
  };
  return known[period] ?? { from: addDays(today, 1 - (Number(period) || 30)), to: today };
};

/** The days of a period, and those of the previous one. */
export interface Compared {
  days: Days;
  before: Days;
}

/** The finished days of a period, and as many of the previous one. Today is left out. */
export const finishedOf = ({ days, before }: Compared): Compared => {
  const yesterday = addDays(civilToday(), -1);
  if (days.to <= yesterday) return { days, before };
  const finished = { from: days.from, to: yesterday };
  const last = addDays(before.from, lengthOf(finished) - 1);
  return {
    days: finished,
    before: { from: before.from, to: last < before.to ? last : before.to },
  };
};

/** The days of a period, and the previous period that they are compared with. */
export const daysOf = (period: string, own: Partial<Days>, groupBy = 'day'): Compared => {
  const named = daysOfPeriod(period, civilToday());
  const isOwn = period === 'own';
  const days = {
    from: isOwn && isDay(own.from) ? own.from : named.from,
    to: isOwn && isDay(own.to) ? own.to : named.to,
  };
  return { days, before: earlier(period, days, groupBy) };
};

const mostPoints = 10_000;
/** The longest period of which the service counts quizzes and readers, and measures replies. */
export const mostDays = 366;

/** Why a period cannot be shown, or not in all reports; undefined if it can. */
export const problemOf = (
  { days, before }: Compared,
  groupBy: string,
): 'inverted' | 'tooLong' | 'onlyCounts' | undefined => {
  const length = lengthOf(days);
  if (length < 1) return 'inverted';
  if (length * (groupBy === 'hour' ? 24 : 1) > mostPoints) return 'tooLong';
  return Math.max(length, lengthOf(before)) > mostDays ? 'onlyCounts' : undefined;
};

/** A period of the service in the form that people write: `23/11/26 09h`, `sem. 47/2026`, `11/2026`. */
export const periodText = (period: string): string =>
  period
    .replace(/^(\d{4})-W(\d\d)$/, 'sem. $2/$1')
    .replace(/^(\d{4})-(\d\d)$/, '$2/$1')
    .replace(/^\d\d(\d\d)-(\d\d)-(\d\d)/, '$3/$2/$1')
    .replace(/ (\d\d):00$/, ' $1h');
