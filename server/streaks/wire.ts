import type { MyStreak as WireStreak } from '../../contract/index.ts';
import { formatCivilMoment } from '../civil-time.ts';
import type { MyStreak } from './me.ts';

/** The caller's streak. */
export const streakToWire = ({ lastInteractionAt, ...streak }: MyStreak): WireStreak => ({
  currentStreak: streak.currentStreak,
  maxStreak: streak.maxStreak,
  readToday: streak.readToday,
  status: streak.status,
  lastInteractionDate: lastInteractionAt && formatCivilMoment(lastInteractionAt),
  days: streak.days,
  rankingVisibility: streak.rankingVisibility,
  displayName: streak.displayName,
});
