import { countReminders } from '../../db/reminders/wishes.ts';
import { listStreakDays } from '../../db/streaks/days.ts';
import { isDayGivenAhead } from '../../db/streaks/days-for-all.ts';
import { addDays, civilDayOf } from '../core/civil-time.ts';
import { type Context, readFromReplica, requireRole } from '../core/context.ts';
import type { StreaksOverview } from './outputs.ts';

/** The first day of each step of the distribution. */
const steps = [0, 1, 2, 7, 14, 30, 60, 100, 200, 365];

/**
 * Returns the readings of the last days (including today) and the lengths of streaks
 * (docs/behaviour/streaks.md#streaks).
 */
export const getStreaksOverview = async (ctx: Context, days: number): Promise<StreaksOverview> => {
  requireRole(ctx, 'agent');
  const today = civilDayOf(ctx.now());
  const yesterday = addDays(today, -1);
  const first = addDays(today, 1 - days);
  const { rows, reminders, todayGiven } = await readFromReplica(ctx, async (db) => ({
    rows: await listStreakDays(db, { first, endedSince: yesterday }),
    reminders: await countReminders(db),
    todayGiven: await isDayGivenAhead(db, today),
  }));
  const readOn = new Map(
    rows.filter(({ streak }) => streak === 0).map((row) => [row.day, row.readers]),
  );
  const streaks = rows.filter(({ streak }) => streak > 0);
  const readers = readOn.get('-infinity') ?? 0;
  const live = sum(streaks);
  return {
    readers,
    readToday: readOn.get(today) ?? 0,
    atRisk: sum(streaks.filter(({ day }) => day === yesterday)),
    reminders,
    todayGiven,
    perDay: Array.from({ length: days }, (_, n) => {
      const day = addDays(first, n);
      return { day, readers: readOn.get(day) ?? 0 };
    }),
    distribution: steps.map((from, n) => {
      const next = steps[n + 1];
      const within = streaks.filter(
        ({ streak }) => streak >= from && (next === undefined || streak < next),
      );
      return {
        from,
        to: next === undefined ? null : next - 1,
        readers: from === 0 ? readers - live : sum(within),
      };
    }),
  };
};

const sum = (rows: readonly { readers: number }[]): number =>
  rows.reduce((total, { readers }) => total + readers, 0);
