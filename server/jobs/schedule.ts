import { Cron } from 'croner';

/** The times of a cron pattern in São Paulo. */
export interface Schedule {
  /** The latest time that is not after the moment. */
  latest: (moment: Date) => Date;
  /** The first time after the moment. */
  next: (moment: Date) => Date;
}

/** Reads a cron pattern. A time that a change of the clock skips is the first one after it. */
export const parseSchedule = (pattern: string): Schedule => {
  const cron = new Cron(pattern, { timezone: 'America/Sao_Paulo', paused: true });
  return {
    latest: (moment) => {
      const [time] = cron.previousRuns(1, new Date(moment.getTime() + 1));
      return existing(time);
    },
    next: (moment) => existing(cron.nextRun(moment)),
  };
};

const existing = (time: Date | null | undefined): Date => {
  if (!time) throw new Error('a schedule must have times before and after any moment');
  return time;
};
