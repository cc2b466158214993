import { z } from 'zod';
import { bodyId, civilDate, line, TicketStatus } from '../../contract/index.ts';
import { because } from '../trpc/input-issue.ts';
import { adminProcedure, agentProcedure, router } from '../trpc/procedures.ts';
import { checkTicketCounts, rebuildTicketCounts } from './ledger.ts';
import { responseTimes } from './response-times.ts';
import { clearReportCache, reportFilters, ticketTimeSeries } from './service.ts';

const timeSeries = z.object({
  from: civilDate.optional().describe('First day in São Paulo; by default 30 days before today'),
  to: civilDate.optional().describe('Last day, inclusive; by default today'),
  groupBy: z.enum(['hour', 'day', 'week', 'month', 'year', 'hourOfWeek']).default('day'),
  main: line(120).optional().describe('Only this category'),
  status: TicketStatus.optional(),
  issue: line(120).optional().describe('Only this issue, usually of `main`'),
  newsletter: line(120).optional().describe('Only this newsletter'),
  tagId: bodyId.optional().describe('Only tickets with this tag'),
});

const businessHours = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/)
  .transform((given) => {
    const [opens = '', closes = ''] = given.split('-');
    return { opens, closes };
  })
  .refine(({ opens, closes }) => opens < closes, because('must end after it begins'));

const responseTimesQuery = z.object({
  from: civilDate.describe('First day in São Paulo on which the tickets were opened'),
  to: civilDate.describe('Last day, inclusive; at most 366 days'),
  by: z.enum(['category', 'agent']),
  businessHours: businessHours
    .optional()
    .describe('Counts only these hours, Monday to Friday: 09:00-18:00'),
});

export const reportsRouter = router({
  timeSeries: agentProcedure.input(timeSeries.prefault({})).query(async ({ ctx, input }) => {
    const { value, cache } = await ticketTimeSeries(ctx, input);
    return { ...value, cache };
  }),
  responseTimes: agentProcedure.input(responseTimesQuery).query(async ({ ctx, input }) => {
    const { value, cache } = await responseTimes(ctx, input);
    return { items: value, cache };
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
