import pLimit from 'p-limit';
import { perService } from '../core/context.ts';
import { AppError } from '../core/errors.ts';

/** Runs this process's group rankings, a few at a time. */
interface RankingQueue {
  /** Runs a ranking. @throws AppError `unavailable` if too many are waiting */
  run: <T>(work: () => Promise<T>) => Promise<T>;
}

// It is far below the pool's connections, so that other requests never wait for rankings.
const inFlight = 3;
const maxWaiting = 200;

const createRankingQueue = (): RankingQueue => {
  const limit = pLimit(inFlight);
  return {
    run: async (work) => {
      if (limit.pendingCount >= maxWaiting) throw new AppError('unavailable');
      return limit(work);
    },
  };
};

export const rankingQueueOf = perService(createRankingQueue);
