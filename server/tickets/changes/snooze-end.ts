import { Cron } from 'croner';
import { addDays, civilDayOf, timeZone } from '../../core/civil-time.ts';

/**
 * Returns the end of a snooze; null or a past moment means now. An hour that has passed today means
 * tomorrow.
 */
export const snoozeEnd = (
  until: Date | { days: number; hour: number } | null,
  now: Date,
): Date | null => {
  if (until === null || until instanceof Date) return until && until > now ? until : null;
  return atHour(until, now) ?? atHour({ ...until, days: until.days + 1 }, now);
};

const atHour = ({ days, hour }: { days: number; hour: number }, now: Date): Date | null => {
  const day = addDays(civilDayOf(now), days);
  const time = `${String(hour).padStart(2, '0')}:00:00`;
  return new Cron(`${day}T${time}`, { timezone: timeZone, paused: true }).nextRun(now);
};
