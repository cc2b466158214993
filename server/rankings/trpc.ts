import { z } from 'zod';
import { cursorOf, limitOf } from '../trpc/fields.ts';
import { adminProcedure, agentProcedure, router } from '../trpc/procedures.ts';
import { getGlobalRanking, refreshGlobalRanking } from './global-ranking.ts';
import { listGroupRanking } from './group-ranking.ts';
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

const place = z
  .string()
  .regex(/^\d{1,9}(_\d{1,9}){2}_\d{1,10}$/)
  .transform((given) => {
    const [position = 0, currentStreak = 0, maxStreak = 0, memberId = 0] = given
      .split('_')
      .map(Number);
    return { position, currentStreak, maxStreak, memberId };
  });

export const groupRankingRouter = router({
  ranking: adminProcedure
    .meta({ description: 'Lists the ranking of a group', effect: 'read' })
    .input(
      z.object({
        groupId: z.string().describe('The id of a group'),
        cursor: cursorOf(place),
        limit: limitOf(100, 20),
      }),
    )
    .output(GroupRanking)
    .query(async ({ ctx, input: { groupId, cursor, limit } }) => {
      const page = await listGroupRanking(ctx, groupId, { after: cursor, limit });
      const { id, name, description, isPublic, ownerEmail, memberCount } = page.group;
      return {
        group: { groupId: id, groupName: name, description, isPublic, ownerEmail, memberCount },
        items: page.items,
        nextCursor: page.nextCursor,
        lastUpdated: page.madeAt,
      };
    }),
});
