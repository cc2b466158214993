import { z } from 'zod';
import { bodyId } from '../../contract/index.ts';
import { nothing } from '../trpc/fields.ts';
import { agentProcedure, router } from '../trpc/procedures.ts';
import { Sessions } from './outputs.ts';
import { endSession, listSessions } from './service.ts';

export const sessionsRouter = router({
  list: agentProcedure
    .meta({
      description: "Lists sessions of the console: the caller's own, for administrators all",
      effect: 'read',
    })
    .input(
      z
        .object({
          cursor: bodyId.optional(),
          limit: z.int().min(1).max(100).default(20),
        })
        .prefault({}),
    )
    .output(Sessions)
    .query(({ ctx, input: { cursor, limit } }) => listSessions(ctx, { before: cursor, limit })),
  end: agentProcedure
    .meta({ description: 'Ends a session of the console', effect: 'privilege' })
    .input(z.object({ id: bodyId }))
    .output(nothing)
    .mutation(({ ctx, input }) => endSession(ctx, input.id)),
});
