import { z } from 'zod';
import { adminProcedure, agentProcedure, router } from '../trpc/procedures.ts';
import { getGlobalRanking, refreshGlobalRanking } from './global-ranking.ts';
import { getAnyGroupRanking } from './group-ranking.ts';

/** Procedures of the internal API's `streaks`. */
export const globalRankingRouter = router({
  globalRanking: agentProcedure.query(({ ctx }) => getGlobalRanking(ctx)),
  refreshGlobalRanking: adminProcedure.mutation(({ ctx }) => refreshGlobalRanking(ctx)),
});

/** Procedures of the internal API's `groups`. */
export const groupRankingRouter = router({
  ranking: adminProcedure.input(z.object({ groupId: z.string() })).query(async ({ ctx, input }) => {
    const ranking = await getAnyGroupRanking(ctx, input.groupId);
    const { id, name, description, isPublic, ownerEmail } = ranking.group;
    return {
      group: {
        groupId: id,
        groupName: name,
        description,
        isPublic,
        ownerEmail,
        memberCount: ranking.entries.length,
      },
      ranking: ranking.entries,
      lastUpdated: ranking.madeAt,
    };
  }),
});
