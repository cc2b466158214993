import { addDays } from '../../server/core/civil-time.ts';

/** Computes the streaks of a set of dates in a slow and obvious way. */
export const naiveStreaks = (days: Iterable<string>) => {
  let currentStreak = 0;
  let maxStreak = 0;
  let previous = '';
  for (const day of [...new Set(days)].sort()) {
    currentStreak = previous !== '' && addDays(previous, 1) === day ? currentStreak + 1 : 1;
    maxStreak = Math.max(maxStreak, currentStreak);
    previous = day;
  }
  return { currentStreak, maxStreak };
};
