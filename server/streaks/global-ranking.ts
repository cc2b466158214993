import { z } from 'zod';
import { writeGlobalRanking } from '../../db/rankings.ts';
import { nextDawn } from '../civil-time.ts';
import type { Context } from '../context.ts';
import { type RankingEntry, rankingEntry } from './entry.ts';
import { preferNames } from './names.ts';

/** The global ranking of some moment, serialised. */
export interface KeptRanking {
  /** JSON: `{"ranking": […], "lastUpdated": …}`. The same buffer as long as it is the same ranking. */
  json: Buffer;
  /** Whether it was there before it was asked for. */
  cached: boolean;
  /** Seconds until it is made anew, rounded up. */
  ttl: number;
}

const key = 'streaks:global-ranking';
// A ranking without names is not kept until the next morning.
const namelessMs = 60_000;

const keptForm = z.strictObject({
  ranking: z.array(rankingEntry).max(100),
  lastUpdated: z.iso.datetime(),
});

/** The global ranking, made anew every day at 05:00 in São Paulo, or when it is asked for and there is none (specification §4.8). */
export const getGlobalRanking = async (ctx: Context): Promise<KeptRanking> => {
  const { bytes, expiresAt, hit } = await ctx.cache.remember(key, {
    ...recipe(ctx),
    accepts: (text) => keptForm.safeParse(JSON.parse(text)).success,
  });
  return { json: bytes, cached: hit, ttl: secondsUntil(ctx, expiresAt) };
};

/** Makes the global ranking anew, whatever is kept. */
export const refreshGlobalRanking = async (ctx: Context): Promise<KeptRanking> => {
  const { bytes, expiresAt } = await ctx.cache.replace(key, recipe(ctx));
  return { json: bytes, cached: false, ttl: secondsUntil(ctx, expiresAt) };
};

/** What a kept ranking says. */
export const parseGlobalRanking = ({
  json,
  cached,
  ttl,
}: KeptRanking): {
  ranking: RankingEntry[];
  lastUpdated: string;
  cacheInfo: { cached: boolean; ttl: number };
} => ({ ...keptForm.parse(JSON.parse(json.toString())), cacheInfo: { cached, ttl } });

const recipe = (ctx: Context) => {
  let complete = true;
  return {
    make: async () => {
      const now = ctx.now();
      const { written, named } = await preferNames(ctx, (form) =>
        writeGlobalRanking(ctx.db, now, form),
      );
      complete = named;
      return `{"ranking":${written},"lastUpdated":${JSON.stringify(now)}}`;
    },
    expiresAt: (madeAt: Date) => {
      const dawn = nextDawn(madeAt);
      const soon = new Date(madeAt.getTime() + namelessMs);
      return complete || soon > dawn ? dawn : soon;
    },
  };
};

const secondsUntil = (ctx: Context, moment: Date): number =>
  Math.max(0, Math.ceil((moment.getTime() - ctx.now().getTime()) / 1_000));
