import { addDays, civilToday, isDay, mondayOf } from '../ui/format/time.ts';

// The days of a report. The address has them, as a named period or as two dates.

export interface Days {
  from: string;
  to: string;
}

const dayMs = 86_400_000;

/** The number of days, both ends included. */
export const lengthOf = ({ from, to }: Days): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;

/** The same day of another month, or that month's last day if it is shorter. */
export const addMonths = (day: string, count: number): string => {
  const first = new Date(`${day.slice(0, 7)}-01`);
  first.setUTCMonth(first.getUTCMonth() + count + 1, 0);
  const last = first.toISOString().slice(0, 10);
  const same = `${last.slice(0, 8)}${day.slice(8)}`;
  return same < last ? same : last;
};

const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));

/** The previous period: a calendar unit is compared with the previous one of its kind. */
export const earlier = (period: string, days: Days, groupBy: string): Days => {
  const move = (shift: (day: string) => string) => ({ from: shift(days.from), to: shift(days.to) });
  const length = lengthOf(days);
  const weeks = Math.ceil(length / 7);
  if (groupBy === 'week') {
    // Weekly reports compare Mondays with Mondays, also for months and years.
    const back = 7 * (period === 'year' ? Math.max(weeks, 52) : weeks);
    return move((day) => addDays(day, -back));
  }
  if (period === 'year' || groupBy === 'year') {
    const years = Number(days.to.slice(0, 4)) - Number(days.from.slice(0, 4)) + 1;
    return move((day) => addMonths(day, -12 * years));
  }
  if (period === 'lastMonth') {
    const from = addMonths(days.from, -1);
    return { from, to: addDays(days.from, -1) };
  }
  if (period === 'month' || groupBy === 'month') {
    const months = monthOf(days.to) - monthOf(days.from) + 1;
    return move((day) => addMonths(day, -months));
  }
  const back = /eek/.test(period) ? 7 * weeks : length;
  return move((day) => addDays(day, -back));
};

const daysOfPeriod = (period: string, today: string): Days => {
  const monday = mondayOf(today);
  const month = `${today.slice(0, 7)}-01`;
  switch (period) {
    case 'week':
      return { from: monday, to: today };
    case 'lastWeek':
      return { from: addDays(monday, -7), to: addDays(monday, -1) };
    case 'month':
      return { from: month, to: today };
    case 'lastMonth':
      return { from: addMonths(month, -1), to: addDays(month, -1) };
    case 'year':
      return { from: `${today.slice(0, 4)}-01-01`, to: today };
    default:
      return { from: addDays(today, 1 - (Number(period) || 30)), to: today };
  }
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
