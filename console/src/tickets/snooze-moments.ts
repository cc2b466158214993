import { addDays, startOfDay } from '../ui/time.ts';

const hourMs = 3_600_000;
/** Eight in the morning of a day, in São Paulo. */
export const morning = (day: string): string =>
  new Date(Date.parse(startOfDay(day)) + 8 * hourMs).toISOString();

/** The Monday after a day. */
const mondayAfter = (day: string): string =>
  addDays(day, 7 - ((new Date(day).getUTCDay() + 6) % 7));

/** A moment that stands for none: only the reader ends it. */
const never = '9999-01-01T00:00:00.000Z';

/** Until when each choice snoozes, on a day of São Paulo; null brings tickets back. */
export const momentsOn = (today: string) => ({
  tomorrow: morning(addDays(today, 1)),
  monday: morning(mondayAfter(today)),
  untilReader: never,
  end: null,
});
