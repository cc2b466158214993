import { adminProcedure, router } from '../trpc/procedures.ts';
import { getStatus } from './service.ts';

export const operationsRouter = router({
  status: adminProcedure.query(({ ctx }) => getStatus(ctx, ctx.jobs, ctx.redis)),
});
