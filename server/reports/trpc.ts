import { z } from 'zod';
import { civilDate, line, TicketStatus } from '../../contract/index.ts';
import { procedure, router } from '../trpc/procedures.ts';
import { checkTicketCounts, rebuildTicketCounts } from './ledger.ts';
import { clearReportCache, reportFilters, ticketTimeSeries } from './service.ts';

const timeSeries = z.object({
  from: civilDate.optional().describe('First day in São Paulo; by default 30 days before today'),
  to: civilDate.optional().describe('Last day, inclusive; by default today'),
  groupBy: z.enum(['hour', 'day', 'week', 'month', 'year']).default('day'),
  main: line(120).optional().describe('Only this category'),
  status: TicketStatus.optional(),
});

export const reportsRouter = router({
  timeSeries: procedure.input(timeSeries.prefault({})).query(async ({ ctx, input }) => {
    const { value, cache } = await ticketTimeSeries(ctx, input);
    return { ...value, cache };
  }),
  filters: procedure.query(async ({ ctx }) => {
    const { value, cache } = await reportFilters(ctx);
    return { ...value, cache };
  }),
  clearCache: procedure.mutation(async ({ ctx }) => ({
    cleared: await clearReportCache(ctx),
  })),
  rebuild: procedure.mutation(async ({ ctx }) => ({
    tickets: await rebuildTicketCounts(ctx),
  })),
  check: procedure.query(async ({ ctx }) => ({ differences: await checkTicketCounts(ctx) })),
});
