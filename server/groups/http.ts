import { type GroupRanking, streaksContract } from '../../contract/index.ts';
import { ctxOf, implement, ready } from '../http/router.ts';
import { readGroupRanking } from './ranking.ts';
import { groupRankingAnswer } from './wire.ts';

const { getGroupRanking: route } = streaksContract;

export const groupsHttp = implement(
  { getGroupRanking: route },
  {
    getGroupRanking: async ({ req, params }) =>
      ready<{ success: true; data: GroupRanking }>(
        ...groupRankingAnswer(await readGroupRanking(ctxOf(req), params.groupId)),
      ),
  },
);
