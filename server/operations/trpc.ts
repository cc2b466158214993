import { z } from 'zod';
import { adminProcedure, router } from '../trpc/procedures.ts';
import { pageOf, wholeList } from '../trpc/whole-list.ts';
import { JobRun, Jobs, OperationStatus } from './outputs.ts';
import { getStatus, listJobs, runJobNow } from './service.ts';

export const operationsRouter = router({
  status: adminProcedure
    .meta({
      description: 'Shows what needs an operator, and what the service runs on',
      effect: 'read',
    })
    .output(OperationStatus)
    .query(({ ctx }) => getStatus(ctx, ctx.jobs, ctx.redis)),
});

export const jobsRouter = router({
  list: adminProcedure
    .meta({ description: 'Lists the scheduled jobs with their last run', effect: 'read' })
    .input(wholeList.prefault({}))
    .output(Jobs)
    .query(async ({ ctx, input }) =>
      pageOf(await listJobs(ctx, ctx.jobs), input, ({ name }) => name),
    ),
  run: adminProcedure
    .meta({ description: 'Runs a job now, and returns how it ended', effect: 'outward' })
    .input(z.object({ name: z.string().describe('The name of a job') }))
    .output(JobRun)
    .mutation(({ ctx, input }) => runJobNow(ctx, ctx.jobs, input.name)),
});
