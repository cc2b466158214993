import type { Job } from '../jobs/job.ts';
import { getGlobalRanking } from './global-ranking.ts';

/**
 * Fills the cache of the global ranking when it expires, so that nobody waits for it. Every process does: of those that
 * share a Redis, one makes the ranking and the others fetch it.
 */
export const globalRankingJob: Job = {
  name: 'global-ranking',
  schedule: '0 5 * * *',
  mode: 'every-process',
  run: async (ctx) => {
    await getGlobalRanking(ctx);
  },
};
