import { foldStreakCounts, pruneStreakCounts } from '../../db/rankings/places.ts';
import { foldStreakDays, pruneStreakDays } from '../../db/streaks/days.ts';
import { countMissingWeek, countUncountedWeeks, type Weeks } from '../../db/streaks/weeks.ts';
import { addDays, civilDayOf, mondayOf } from '../core/civil-time.ts';
import { type Context, inTransaction } from '../core/context.ts';
import type { Job } from '../jobs/job.ts';
import { inTurns } from '../jobs/turns.ts';
import { followProfileChanges, getGlobalRanking } from './global-ranking.ts';

/**
 * Fills the cache of the global ranking when it expires, so that no request waits for it. Of the processes
 * that share a Redis, one builds the ranking and the others fetch it.
 */
export const globalRankingJob: Job = {
  name: 'global-ranking',
  schedule: '0 5 * * *',
  mode: 'every-process',
  run: async (ctx) => {
    await getGlobalRanking(ctx);
  },
};

/**
 * Rebuilds the cached ranking within a minute if a change or an erasure of a profile did not reach the
 * cache.
 */
export const rankingVisibilityJob: Job = {
  name: 'ranking-visibility',
  schedule: '* * * * *',
  mode: 'every-process',
  run: followProfileChanges,
};

/** The weeks that retention and summaries show: the current one and a year before it. */
const weeksBefore = 53;
/** Counting must not hold up the next folding, ten seconds later. */
const turnMs = 5_000;

/** Folds the deltas of credits into the counts of places, days and weeks, and counts missing weeks. */
export const foldStreakCountsJob: Job = {
  name: 'fold-streak-counts',
  schedule: '*/10 * * * * *',
  mode: 'every-process',
  run: async (ctx, { signal }) => {
    const moved = await foldStreakCounts(ctx.db, ctx.now());
    if (moved) ctx.log.debug({ moved }, 'streak counts folded');
    await foldStreakDays(ctx.db, yesterdayOf(ctx));
    await inTurns(ctx, { signal, turnMs }, async () => {
      const week = await inTransaction(ctx, (tx) => countMissingWeek(tx.db, weeksOf(ctx)));
      return week !== undefined;
    });
  },
  countLeft: (ctx) => countUncountedWeeks(ctx.db, weeksOf(ctx)),
};

/** Removes counts that have left the activity window. */
export const pruneStreakCountsJob: Job = {
  name: 'prune-streak-counts',
  schedule: '30 5 * * *',
  mode: 'once',
  run: async (ctx) => {
    await pruneStreakCounts(ctx.db, ctx.now());
    await pruneStreakDays(ctx.db, yesterdayOf(ctx));
  },
};

const weeksOf = ({ now }: Pick<Context, 'now'>): Weeks => {
  const to = mondayOf(civilDayOf(now()));
  return { from: addDays(to, -7 * weeksBefore), to };
};

const yesterdayOf = ({ now }: Pick<Context, 'now'>): string => addDays(civilDayOf(now()), -1);
