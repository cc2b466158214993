import { type GlobalRanking, streaksContract } from '../../contract/index.ts';
import { ctxOf, implement, ready } from '../http/router.ts';
import { getGlobalRanking } from './global-ranking.ts';
import { globalRankingAnswer } from './wire.ts';

const { getGlobalRanking: route } = streaksContract;

export const streaksHttp = implement(
  { getGlobalRanking: route },
  {
    getGlobalRanking: async ({ req }) =>
      ready<{ success: true; data: GlobalRanking }>(
        globalRankingAnswer(await getGlobalRanking(ctxOf(req))),
      ),
  },
);
