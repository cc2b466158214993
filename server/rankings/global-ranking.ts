import { isLockTimeout, isOutage } from '../../db/connection/errors.ts';
import { type RankedReader, selectGlobalRanking } from '../../db/rankings/global-ranking.ts';
import { findLatestProfileChange } from '../../db/streaks/reader-profiles.ts';
import { minuteMs } from '../core/civil-time.ts';
import {
  anybody,
  type CheckedContext,
  type Context,
  onlyService,
  requireRole,
} from '../core/context.ts';
import { parseSchedule } from '../jobs/schedule.ts';
import { entryOf } from './entry.ts';
import { GlobalRanking } from './outputs.ts';

const key = 'global-ranking';
const dailyExpiry = parseSchedule('0 5 * * *');
// A ranking that was built without names is cached only briefly.
const namelessMs = minuteMs;
// A change may commit this long after its timestamp, so a ranking built in that time may lack the change.
const commitMs = minuteMs;

const cachedForm = GlobalRanking.omit({ cacheInfo: true });

/**
 * Returns the public global ranking, cached until 05:00 in São Paulo (docs/behaviour/streaks.md#rankings).
 */
export const getGlobalRanking = async (ctx: Context): Promise<GlobalRanking> => {
  anybody(ctx);
  const { value, expiresAt, hit } = await ctx.cache.streaks.getOrLoad(key, {
    ...loader(ctx),
    schema: cachedForm,
  });
  return { ...value, cacheInfo: { cached: hit, ttl: secondsUntil(ctx, expiresAt) } };
};

export const refreshGlobalRanking = async (ctx: Context): Promise<GlobalRanking> => {
  requireRole(ctx, 'admin');
  return reloadGlobalRanking(ctx);
};

/** Works like {@link refreshGlobalRanking}, for services that changed what the ranking shows. */
export const reloadGlobalRanking = async (ctx: CheckedContext): Promise<GlobalRanking> => {
  const { value, expiresAt } = await ctx.cache.streaks.reload(key, loader(ctx));
  return { ...value, cacheInfo: { cached: false, ttl: secondsUntil(ctx, expiresAt) } };
};

/**
 * Rebuilds a cached ranking that may be older than the latest change or erasure of a profile, in case that
 * did not reach the cache.
 */
export const followProfileChanges = async (ctx: Context): Promise<void> => {
  onlyService(ctx);
  const changedAt = await findLatestProfileChange(ctx.db);
  if (!changedAt) return;
  const { lastUpdated } = await getGlobalRanking(ctx);
  if (Date.parse(lastUpdated) < changedAt.getTime() + commitMs) await reloadGlobalRanking(ctx);
};

const loader = (ctx: CheckedContext) => {
  let complete = true;
  return {
    load: async () => {
      const now = ctx.now();
      const { readers, named } = await selectPreferringNames(ctx, now);
      complete = named;
      const ranking = readers.map((reader, index) => entryOf(reader, index + 1));
      return { ranking, lastUpdated: now.toISOString() };
    },
    expiresAt: (loadedAt: Date) => {
      const dawn = dailyExpiry.next(loadedAt);
      const soon = new Date(loadedAt.getTime() + namelessMs);
      return complete || soon > dawn ? dawn : soon;
    },
  };
};

/** Falls back to a ranking without names, because a failure to read names is never an error. */
const selectPreferringNames = async (
  ctx: CheckedContext,
  now: Date,
): Promise<{ readers: RankedReader[]; named: boolean }> => {
  try {
    return { readers: await selectGlobalRanking(ctx.db, now, { withNames: true }), named: true };
  } catch (error) {
    if (isOutage(error) && !isLockTimeout(error)) throw error;
    ctx.log.warn({ err: error }, 'building the global ranking without names');
    return { readers: await selectGlobalRanking(ctx.db, now, { withNames: false }), named: false };
  }
};

const secondsUntil = (ctx: Context, moment: Date): number =>
  Math.max(0, Math.ceil((moment.getTime() - ctx.now().getTime()) / 1_000));
