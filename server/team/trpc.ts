import { z } from 'zod';
import { email } from '../../contract/index.ts';
import { cursorOf, limitOf, nothing } from '../trpc/fields.ts';
import { adminProcedure, agentProcedure, router } from '../trpc/procedures.ts';
import { Me, Team } from './outputs.ts';
import { getMe, listTeam, setTeamRole } from './service.ts';

export const teamRouter = router({
  list: adminProcedure
    .meta({
      description: 'Lists the team and who signed in during the last 30 days',
      effect: 'read',
    })
    .input(z.object({ cursor: cursorOf(email), limit: limitOf(100, 50) }).prefault({}))
    .output(Team)
    .query(({ ctx, input: { cursor, limit } }) => listTeam(ctx, { cursor, limit })),
  set: adminProcedure
    .meta({
      description:
        'Gives an e-mail a role in the team, or takes it away. The role stays if the mail of `invite` is refused',
      effect: 'privilege',
    })
    .input(
      z.object({
        email: email.describe('Whose role'),
        role: z.enum(['agent', 'editor', 'admin']).nullable().describe('null: none by the team'),
        invite: z
          .boolean()
          .default(false)
          .describe('Mails the role and the address of the console'),
      }),
    )
    .output(nothing)
    .mutation(({ ctx, input }) => setTeamRole(ctx, input)),
});

export const meRouter = router({
  get: agentProcedure
    .meta({ description: 'Shows who the caller is, their role, and the team', effect: 'read' })
    .output(Me)
    .query(({ ctx }) => getMe(ctx)),
});
