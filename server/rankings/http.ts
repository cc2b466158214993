import { rankingsContract } from '../../contract/index.ts';
import { ctxOf, implement, ok } from '../http/router.ts';
import { getGlobalRanking } from './global-ranking.ts';
import { getGroupRankingFor } from './group-ranking.ts';
import { getMyRanking } from './my-ranking.ts';
import { globalRankingResponse, groupRankingToWire } from './wire.ts';

export const rankingsHttp = implement(rankingsContract, {
  getGlobalRanking: async ({ req, res }) =>
    globalRankingResponse(res, await getGlobalRanking(ctxOf(req))),
  getMyRanking: async ({ req, query }) => ok(await getMyRanking(ctxOf(req), query.around)),
  getGroupRanking: async ({ req, params }) =>
    ok(groupRankingToWire(await getGroupRankingFor(ctxOf(req), params.groupId))),
});
