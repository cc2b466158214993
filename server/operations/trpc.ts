import { z } from 'zod';
import { listActs } from '../audit/service.ts';
import { mapPage } from '../page.ts';
import { moment } from '../trpc/fields.ts';
import { adminProcedure, router } from '../trpc/procedures.ts';
import { getStatus, runJobNow } from './service.ts';

/** What the service does by itself, and what it runs on. */
export const operationsRouter = router({
  status: adminProcedure.query(({ ctx }) => getStatus(ctx, ctx.jobs, ctx.redis)),
});

/** Scheduled jobs. */
export const jobsRouter = router({
  list: adminProcedure.query(({ ctx }) => ctx.jobs.list()),
  run: adminProcedure
    .input(z.object({ name: z.string() }))
    .mutation(({ ctx, input }) => runJobNow(ctx, ctx.jobs, input.name)),
});

const page = z.object({
  actor: z.string().optional().describe('Subject, job or e-mail'),
  action: z.string().optional().describe('Such as tags.create'),
  target: z.string().optional().describe('Such as tag:5'),
  from: moment.optional(),
  to: moment.optional(),
  cursor: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
  limit: z.int().min(1).max(1_000).default(50),
});

/** Who did what. */
export const auditRouter = router({
  list: adminProcedure
    .input(page.prefault({}))
    .query(async ({ ctx, input: { cursor, ...filter } }) => {
      const found = await listActs(ctx, { ...filter, beforeId: cursor });
      return mapPage(found, ({ id, ...act }) => ({ id: Number(id), ...act }));
    }),
});
