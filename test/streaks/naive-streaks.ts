import { addDays } from '../../server/core/civil-time.ts';

/** The streaks of a set of civil days, the slow and obvious way. */
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
