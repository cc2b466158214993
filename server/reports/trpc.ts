import { z } from 'zod';
import { civilDate, line, TicketStatus } from '../../contract/index.ts';
import { adminProcedure, agentProcedure, router } from '../trpc/procedures.ts';
import { checkTicketCounts, rebuildTicketCounts } from './ledger.ts';
import { clearReportCache, reportFilters, ticketTimeSeries } from './service.ts';

const timeSeries = z.object({
  from: civilDate.optional().describe('First day in São Paulo; 30 days before today by default'),
  to: civilDate.optional().describe('Last day, included; today by default'),
  groupBy: z.enum(['hour', 'day', 'week', 'month', 'year']).default('day'),
  main: line(120).optional().describe('Only this category'),
  status: TicketStatus.optional(),
});

export const reportsRouter = router({
  timeSeries: agentProcedure.input(timeSeries.prefault({})).query(async ({ ctx, input }) => {
    const { value, cache } = await ticketTimeSeries(ctx, input);
    return { ...value, cache };
  }),
  filters: agentProcedure.query(async ({ ctx }) => {
    const { value, cache } = await reportFilters(ctx);
    return { ...value, cache };
  }),
  clearCache: agentProcedure.mutation(async ({ ctx }) => ({
    cleared: await clearReportCache(ctx),
  })),
  rebuild: adminProcedure.mutation(async ({ ctx }) => ({
    tickets: await rebuildTicketCounts(ctx),
  })),
  check: adminProcedure.query(async ({ ctx }) => ({ differences: await checkTicketCounts(ctx) })),
});
