import { parseSchedule } from './jobs/schedule.ts';

/** The civil time that the specification speaks of; it says Brasília and São Paulo for the same. */
export const timeZone = 'America/Sao_Paulo';

// Of all locales, Canada's English writes dates as ISO 8601 does.
const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
const dayMs = 86_400_000;
const dawn = parseSchedule('0 5 * * *');

/** The civil day of a moment, `YYYY-MM-DD`. */
export const civilDayOf = (moment: Date): string => dayFormat.format(moment);

/** The civil day so many days later; earlier where negative. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** How many days the second civil day is after the first; negative where it is before. */
export const daysBetween = (first: string, second: string): number =>
  Math.round((Date.parse(second) - Date.parse(first)) / dayMs);

/** The first 05:00 after a moment. */
export const nextDawn = (moment: Date): Date => dawn.next(moment);
