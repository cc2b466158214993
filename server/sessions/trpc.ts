import { z } from 'zod';
import { bodyId } from '../../contract/index.ts';
import { cursorOf, idOf, limitOf, nothing } from '../trpc/fields.ts';
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
          cursor: cursorOf(bodyId),
          limit: limitOf(100, 20),
        })
        .prefault({}),
    )
    .output(Sessions)
    .query(({ ctx, input: { cursor, limit } }) => listSessions(ctx, { before: cursor, limit })),
  end: agentProcedure
    .meta({ description: 'Ends a session of the console', effect: 'privilege' })
    .input(z.object({ id: idOf('a session') }))
    .output(nothing)
    .mutation(({ ctx, input }) => endSession(ctx, input.id)),
});
