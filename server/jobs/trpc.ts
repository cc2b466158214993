import { z } from 'zod';
import { adminProcedure, router } from '../trpc/procedures.ts';

export const jobsRouter = router({
  list: adminProcedure.query(({ ctx }) => ctx.jobs.list()),
  run: adminProcedure
    .input(z.object({ name: z.string() }))
    .mutation(({ ctx, input }) => ctx.jobs.run(input.name)),
});
