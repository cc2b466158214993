import { Cron } from 'croner';
import { timeZone } from '../core/civil-time.ts';

/** The times of a cron pattern in São Paulo. */
export interface Schedule {
  /** At or before the moment. */
  latest: (moment: Date) => Date;
  /** After the moment. */
  next: (moment: Date) => Date;
}

/** A time that a clock change skips moves to the first one that exists. */
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
