import { LRUCache } from 'lru-cache';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Callers' clocks may be ahead. */
const toleratedMs = 5 * minuteMs;

/** Whether a moment of a caller is later than `now`, by more than clocks differ. */
export const isFuture = (moment: Date, now: Date): boolean =>
  moment.getTime() > now.getTime() + toleratedMs;

/** The time zone of every civil day and time of the product. */
export const timeZone = 'America/Sao_Paulo';

// Canadian English formats dates as ISO 8601.
const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });

/** The civil day of a moment, `YYYY-MM-DD`. */
export const civilDayOf = (moment: Date): string => dayFormat.format(moment);

/** The civil day `days` later; earlier if negative. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** How many days the second civil day is after the first; negative if before. */
export const daysBetween = (first: string, second: string): number =>
  Math.round((Date.parse(second) - Date.parse(first)) / dayMs);

const hourFormat = new Intl.DateTimeFormat('pt-BR', {
  timeZone,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  hourCycle: 'h23',
});
// `DD/MM/YYYY HH:` by hours since 1970. Rankings format thousands of moments, most of them in the last few days.
const hourPrefixes = new LRUCache<number, string>({ max: 1_000 });

/** A moment as `DD/MM/YYYY HH:MM:SS` in São Paulo, whose offset has been a whole number of hours since 1914. */
export const formatCivilMoment = (moment: Date): string => {
  const hour = Math.floor(moment.getTime() / hourMs);
  let prefix = hourPrefixes.get(hour);
  if (prefix === undefined) {
    prefix = `${hourFormat.format(hour * hourMs).replace(',', '')}:`;
    hourPrefixes.set(hour, prefix);
  }
  const second = Math.floor((moment.getTime() - hour * hourMs) / 1_000);
  return `${prefix}${twoDigits(Math.floor(second / 60))}:${twoDigits(second % 60)}`;
};

const twoDigits = (value: number): string => (value < 10 ? `0${value}` : String(value));
