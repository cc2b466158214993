import { z } from 'zod';
import { bodyId } from '../../contract/index.ts';
import { agentProcedure, router } from '../trpc/procedures.ts';
import { endSession, listSessions } from './service.ts';

/** Sessions of the console. */
export const sessionsRouter = router({
  list: agentProcedure
    .input(
      z
        .object({
          cursor: bodyId.optional(),
          limit: z.int().min(1).max(100).default(20),
        })
        .prefault({}),
    )
    .query(({ ctx, input: { cursor, limit } }) => listSessions(ctx, { before: cursor, limit })),
  end: agentProcedure
    .input(z.object({ id: bodyId }))
    .mutation(({ ctx, input }) => endSession(ctx, input.id)),
});
