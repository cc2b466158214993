import { findClock } from '../../db/jobs/work-rows.ts';
import { minuteMs } from './civil-time.ts';
import type { CheckedContext } from './context.ts';

const apartMs = 5 * minuteMs;

/**
 * Returns the moment of the database, on which processes agree. A process that is more than five minutes
 * apart has its clock on purpose, and keeps it.
 */
export const agreedMoment = (own: Date, database: Date): Date =>
  Math.abs(own.getTime() - database.getTime()) > apartMs ? own : database;

/** Returns a clock that runs like this process's, from the moment on which processes agree. */
export const agreedClock = async ({ db, now }: CheckedContext): Promise<() => Date> => {
  // Read before the query, so that the clock never runs late: a day ends no later than the database's.
  const own = now();
  const moment = await findClock(db);
  const aheadMs = agreedMoment(own, moment).getTime() - own.getTime();
  return () => new Date(now().getTime() + aheadMs);
};
