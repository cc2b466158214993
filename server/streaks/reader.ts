import { listGroupPlaces } from '../../db/groups/members.ts';
import { type DayOrigin, listDayOrigins } from '../../db/streaks/days.ts';
import { isDayGivenAhead } from '../../db/streaks/days-for-all.ts';
import { findReader } from '../../db/streaks/reader-profiles.ts';
import { addDays, civilDayOf } from '../core/civil-time.ts';
import { type Context, requireRole } from '../core/context.ts';
import { findPlace } from '../rankings/my-ranking.ts';
import { statusOf } from './my-streak.ts';
import type { Reader } from './outputs.ts';
import { requireKnownReader } from './service.ts';

const calendarDays = 371;

/**
 * Returns a reader's streak, the origin of each day, and their places (docs/behaviour/streaks.md#streaks),
 * for administrators, and for agents if the reader has a ticket.
 * @throws AppError `forbidden`; `person-not-found` if the e-mail is unknown
 */
export const getReader = async (ctx: Context, email: string): Promise<Reader> => {
  requireRole(ctx, 'agent');
  await requireKnownReader(ctx, email);
  const today = civilDayOf(ctx.now());
  const range = { from: addDays(today, 1 - calendarDays), to: today };
  const [{ days, displayName, ...reader }, origins, place, groups, todayGiven] = await Promise.all([
    findReader(ctx.db, email, range),
    listDayOrigins(ctx.db, email, range),
    findPlace(ctx, email),
    listGroupPlaces(ctx.db, email),
    isDayGivenAhead(ctx.db, today),
  ]);
  return {
    ...reader,
    name: displayName,
    status: statusOf(reader.lastDay, today),
    today,
    todayGiven,
    days: calendarOf(days, origins),
    ...place,
    groups,
  };
};

/**
 * Finds the origin of each credited day: an administrator if their act is the last one on it, otherwise a
 * passed quiz, otherwise a reading.
 */
const calendarOf = (credited: readonly string[], origins: readonly DayOrigin[]): Reader['days'] => {
  const calendar = new Map<string, Reader['days'][number]>(
    credited.map((day) => [day, { day, origin: 'reading', reason: null }]),
  );
  for (const found of origins) {
    if (calendar.has(found.day) !== (found.origin === 'removed')) calendar.set(found.day, found);
  }
  return [...calendar.values()].sort((a, b) => a.day.localeCompare(b.day));
};
