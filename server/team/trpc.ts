import { z } from 'zod';
import { email } from '../../contract/index.ts';
import { adminProcedure, agentProcedure, router } from '../trpc/procedures.ts';
import { getMe, listTeam, setTeamRole } from './service.ts';

/** Who may do what, beside what the provider's roles say. */
export const teamRouter = router({
  list: adminProcedure
    .input(
      z
        .object({ cursor: email.optional(), limit: z.int().min(1).max(100).default(50) })
        .prefault({}),
    )
    .query(({ ctx, input: { cursor, limit } }) => listTeam(ctx, { cursor, limit })),
  set: adminProcedure
    .input(
      z.object({
        email,
        role: z.enum(['agent', 'editor', 'admin']).nullable().describe('null: none by the team'),
      }),
    )
    .mutation(({ ctx, input }) => setTeamRole(ctx, input.email, input.role)),
});

/** The caller. */
export const meRouter = router({ get: agentProcedure.query(({ ctx }) => getMe(ctx)) });
