import {
  findReader,
  type ProfileChanges,
  type RankingVisibility,
  upsertProfile,
} from '../../db/streaks/reader-profiles.ts';
import { creditReading } from '../../db/streaks/streaks.ts';
import { fieldChanges, recordAct } from '../audit/service.ts';
import { addDays, civilDayOf } from '../core/civil-time.ts';
import { type Context, inTransaction, requireEmail } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { reloadGlobalRanking } from '../rankings/global-ranking.ts';

/** Today's state of a streak; it is at risk until midnight if its last day was yesterday. */
export type StreakStatus = 'active' | 'at-risk' | 'broken' | 'none';

export interface MyStreak {
  /** The streak is 0 if it is broken. */
  currentStreak: number;
  maxStreak: number;
  readToday: boolean;
  status: StreakStatus;
  lastInteractionAt: Date | null;
  days: string[];
  displayName: string | null;
  rankingVisibility: RankingVisibility;
}

const calendarDays = 35;
const newsletterMs = 10_000;

/** Returns the caller's streak. @throws AppError `invalid-token` without an e-mail */
export const getMyStreak = async (ctx: Context): Promise<MyStreak> => {
  requireEmail(ctx);
  const { email } = ctx.actor;
  const today = civilDayOf(ctx.now());
  const from = addDays(today, 1 - calendarDays);
  const { lastDay, ...reader } = await findReader(ctx.db, email, { from, to: today });
  const status = statusOf(lastDay, today);
  return {
    ...reader,
    currentStreak: status === 'broken' ? 0 : reader.currentStreak,
    readToday: status === 'active',
    status,
  };
};

export const statusOf = (lastDay: string | null, today: string): StreakStatus => {
  if (lastDay === null) return 'none';
  if (lastDay >= today) return 'active';
  return lastDay === addDays(today, -1) ? 'at-risk' : 'broken';
};

/**
 * Credits today to the caller; a second call on the same day only changes the last activity.
 * @throws AppError `edition-not-found`, `newsletter-unavailable`; `invalid-token` without an e-mail
 */
export const recordMyReading = async (
  ctx: Context,
  { editionId }: { editionId?: string | undefined },
): Promise<{ currentStreak: number; maxStreak: number; credited: boolean }> => {
  requireEmail(ctx);
  const { email } = ctx.actor;
  if (editionId !== undefined) await requireEdition(ctx, editionId);
  const at = ctx.now();
  const day = civilDayOf(at);
  const { days } = await findReader(ctx.db, email, { from: day, to: day });
  const streaks = await creditReading(ctx.db, { email, day, at });
  return { ...streaks, credited: days.length === 0 };
};

const requireEdition = async (ctx: Context, editionId: string): Promise<void> => {
  const published = await ctx.newsletter
    .isPublished(editionId, ctx.now(), AbortSignal.timeout(newsletterMs))
    .catch((cause) => {
      throw new AppError('newsletter-unavailable', { cause });
    });
  if (!published) throw new AppError('edition-not-found');
};

/**
 * Changes the given fields of the caller's profile and rebuilds the cached ranking, so that rankings show it
 * at once.
 * @throws AppError `invalid-token` without an e-mail
 */
export const updateMyStreakProfile = async (
  ctx: Context,
  changes: ProfileChanges,
): Promise<MyStreak> => {
  requireEmail(ctx);
  const { email } = ctx.actor;
  const fields = fieldChanges(undefined, changes, { references: ['displayName'] });
  if (fields.length > 0) {
    await inTransaction(ctx, async (tx) => {
      await upsertProfile(tx.db, email, changes, tx.now());
      await recordAct(tx, {
        action: 'streaks.updateProfile',
        target: `streak:${email}`,
        changes: fields,
      });
    });
    await reloadGlobalRanking(ctx);
  }
  return getMyStreak(ctx);
};
