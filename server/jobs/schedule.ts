import { Cron } from 'croner';
import { timeZone } from '../core/civil-time.ts';

/** The times of a cron pattern in São Paulo. */
export interface Schedule {
  /** Returns the latest time at or before a moment. */
  latest: (moment: Date) => Date;
  /** Returns the next time after a moment. */
  next: (moment: Date) => Date;
}

/** Parses a pattern; a time that a clock change skips moves to the first existing one. */
export const parseSchedule = (pattern: string): Schedule => {
  const cron = new Cron(pattern, { timezone: timeZone, paused: true });
  return {
    latest: (moment) => {
      const [time] = cron.previousRuns(1, new Date(moment.getTime() + 1));
      return required(time);
    },
    next: (moment) => required(cron.nextRun(moment)),
  };
};

const required = (time: Date | null | undefined): Date => {
  if (!time) throw new Error('a schedule must have times before and after any moment');
  return time;
};
