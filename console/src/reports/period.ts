import { addDays, civilToday, isDay } from '../ui/time.ts';

// Which days a report covers. It lives in the address: a period by its name, or days of one's own.

export interface Days {
  from: string;
  to: string;
}

const dayMs = 86_400_000;

/**
 * The days of a period and as many before them: those before, or for this year the first ones of
 * the last.
 */
export const daysOf = (period: string, own: Partial<Days>): { days: Days; before: Days } => {
  const today = civilToday();
  const year = Number(today.slice(0, 4));
  const last = Number(period) || 30;
  const first = period === 'year' ? `${year}-01-01` : addDays(today, 1 - last);
  const days = {
    from: period === 'own' && isDay(own.from) ? own.from : first,
    to: period === 'own' && isDay(own.to) ? own.to : today,
  };
  const length = Math.round((Date.parse(days.to) - Date.parse(days.from)) / dayMs) + 1;
  const start = period === 'year' ? `${year - 1}-01-01` : addDays(days.from, -length);
  return { days, before: { from: start, to: addDays(start, length - 1) } };
};

/** A period of the service as a person writes it: `23/11/26 09h`, `sem. 47/2026`, `11/2026`. */
export const periodText = (period: string): string =>
  period
    .replace(/^(\d{4})-W(\d\d)$/, 'sem. $2/$1')
    .replace(/^(\d{4})-(\d\d)$/, '$2/$1')
    .replace(/^\d\d(\d\d)-(\d\d)-(\d\d)/, '$3/$2/$1')
    .replace(/ (\d\d):00$/, ' $1h');
