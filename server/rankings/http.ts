import { type GroupRanking, rankingsContract } from '../../contract/index.ts';
import { ctxOf, implement, ok, serialized } from '../http/router.ts';
import { getGlobalRanking } from './global-ranking.ts';
import { getGroupRankingFor } from './group-ranking.ts';
import { getMyRanking } from './my-ranking.ts';
import { globalRankingResponse, groupRankingBody } from './wire.ts';

export const rankingsHttp = implement(rankingsContract, {
  getGlobalRanking: async ({ req }) => globalRankingResponse(await getGlobalRanking(ctxOf(req))),
  getMyRanking: async ({ req, query }) => ok(await getMyRanking(ctxOf(req), query.around)),
  getGroupRanking: async ({ req, params }) =>
    serialized<{ success: true; data: GroupRanking }>(
      ...groupRankingBody(await getGroupRankingFor(ctxOf(req), params.groupId)),
    ),
});
