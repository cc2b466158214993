import { z } from 'zod';
import { adminProcedure, agentProcedure, router } from '../trpc/procedures.ts';
import { getGlobalRanking, refreshGlobalRanking } from './global-ranking.ts';
import { getAnyGroupRanking } from './group-ranking.ts';
import { GlobalRanking, GroupRanking } from './outputs.ts';

export const globalRankingRouter = router({
  globalRanking: agentProcedure
    .meta({ description: 'Shows the global ranking', effect: 'read' })
    .output(GlobalRanking)
    .query(({ ctx }) => getGlobalRanking(ctx)),
  refreshGlobalRanking: adminProcedure
    .meta({ description: 'Computes the global ranking again', effect: 'change' })
    .output(GlobalRanking)
    .mutation(({ ctx }) => refreshGlobalRanking(ctx)),
});

export const groupRankingRouter = router({
  ranking: adminProcedure
    .meta({ description: 'Shows the ranking of a group', effect: 'read' })
    .input(z.object({ groupId: z.string().describe('The id of a group') }))
    .output(GroupRanking)
    .query(async ({ ctx, input }) => {
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
