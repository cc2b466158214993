import { z } from 'zod';
import { runJobNow } from '../jobs/run-now.ts';
import { adminProcedure, router } from './procedures.ts';

export const jobsRouter = router({
  list: adminProcedure.query(({ ctx }) => ctx.jobs.list()),
  run: adminProcedure
    .input(z.object({ name: z.string() }))
    .mutation(({ ctx, input }) => runJobNow(ctx, ctx.jobs, input.name)),
});
