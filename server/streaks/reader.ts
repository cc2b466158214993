import { type GroupPlace, listGroupPlaces } from '../../db/groups/members.ts';
import { type DayOrigin, listDayOrigins } from '../../db/streaks/days.ts';
import { findReader, type RankingVisibility } from '../../db/streaks/reader-profiles.ts';
import { addDays, civilDayOf } from '../core/civil-time.ts';
import { type Context, requireRole } from '../core/context.ts';
import { findPlace } from '../rankings/my-ranking.ts';
import { type StreakStatus, statusOf } from './my-streak.ts';
import { requireKnownReader } from './service.ts';

/** A civil day of a reader: what credited it, or that an administrator removed it. */
interface CalendarDay {
  day: string;
  origin: 'reading' | DayOrigin['origin'];
  /** The administrator's reason; null for a reading or a quiz. */
  reason: string | null;
}

interface ReaderOverview {
  name: string | null;
  rankingVisibility: RankingVisibility;
  status: StreakStatus;
  /** The number of days in the run with the last day, even if it is broken. */
  currentStreak: number;
  maxStreak: number;
  lastDay: string | null;
  lastInteractionAt: Date | null;
  today: string;
  /** The credited and removed days of the last 371 days (53 weeks), oldest first. */
  days: CalendarDay[];
  /** The place in the global ranking; null if the reader is not in it. */
  position: number | null;
  of: number;
  groups: GroupPlace[];
}

const calendarDays = 371;

/**
 * Returns a reader's streak, the origin of each day, and their places (docs/behaviour/streaks.md#streaks),
 * for administrators, and for agents if the reader has a ticket.
 * @throws AppError `forbidden`; `person-not-found` if the e-mail is unknown
 */
export const getReader = async (ctx: Context, email: string): Promise<ReaderOverview> => {
  requireRole(ctx, 'agent');
  await requireKnownReader(ctx, email);
  const today = civilDayOf(ctx.now());
  const range = { from: addDays(today, 1 - calendarDays), to: today };
  const [{ days, displayName, ...reader }, origins, place, groups] = await Promise.all([
    findReader(ctx.db, email, range),
    listDayOrigins(ctx.db, email, range),
    findPlace(ctx, email),
    listGroupPlaces(ctx.db, email),
  ]);
  return {
    ...reader,
    name: displayName,
    status: statusOf(reader.lastDay, today),
    today,
    days: calendarOf(days, origins),
    ...place,
    groups,
  };
};

/**
 * Finds the origin of each credited day: an administrator if their act is the last one on it, otherwise a
 * passed quiz, otherwise a reading.
 */
const calendarOf = (credited: readonly string[], origins: readonly DayOrigin[]): CalendarDay[] => {
  const calendar = new Map<string, CalendarDay>(
    credited.map((day) => [day, { day, origin: 'reading', reason: null }]),
  );
  for (const found of origins) {
    if (calendar.has(found.day) !== (found.origin === 'removed')) calendar.set(found.day, found);
  }
  return [...calendar.values()].sort((a, b) => a.day.localeCompare(b.day));
};
