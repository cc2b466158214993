import type { MyStreak as WireStreak } from '../../contract/index.ts';
import { formatCivilMoment } from '../core/civil-time.ts';
import type { MyStreak } from './my-streak.ts';

export const streakToWire = ({ lastInteractionAt, ...streak }: MyStreak): WireStreak => ({
  ...streak,
  lastInteractionDate: lastInteractionAt && formatCivilMoment(lastInteractionAt),
});
