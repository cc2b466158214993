import { z } from 'zod';
import { civilDate, line, TicketStatus } from '../../contract/index.ts';
import { idOf } from '../trpc/fields.ts';
import { because } from '../trpc/input-issue.ts';
import { adminProcedure, agentProcedure, editorProcedure, router } from '../trpc/procedures.ts';
import { checkTicketCounts, rebuildTicketCounts } from './ledger.ts';
import {
  Cleared,
  Differences,
  Rebuilt,
  ReportFilters,
  ResponseTimes,
  TimeSeries,
  WeekSummary,
} from './outputs.ts';
import { responseTimes } from './response-times.ts';
import { clearReportCache, reportFilters, ticketTimeSeries } from './service.ts';
import { summarizeWeek } from './summary.ts';

const only = {
  main: line(120).optional().describe('Only this category'),
  status: TicketStatus.optional().describe('Only tickets with this status'),
  issue: line(120).optional().describe('Only this issue, usually of `main`'),
  newsletter: line(120).optional().describe('Only this newsletter'),
  tagId: idOf('a tag: only tickets with it').optional(),
};

const timeSeries = z.object({
  from: civilDate.optional().describe('First day in São Paulo; by default 30 days before today'),
  to: civilDate.optional().describe('Last day, inclusive; by default today'),
  groupBy: z
    .enum(['hour', 'day', 'week', 'month', 'year', 'hourOfWeek'])
    .default('day')
    .describe('What one item is'),
  ...only,
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
  by: z.enum(['category', 'agent', 'all']).describe('`all`: one item, of all tickets'),
  businessHours: businessHours
    .optional()
    .describe('Counts only these hours, Monday to Friday: 09:00-18:00'),
  ...only,
});

export const reportsRouter = router({
  timeSeries: agentProcedure
    .meta({ description: 'Draws tickets over time', effect: 'read' })
    .input(timeSeries.prefault({}))
    .output(TimeSeries)
    .query(async ({ ctx, input }) => {
      const { value, cache } = await ticketTimeSeries(ctx, input);
      return { ...value, cache };
    }),
  responseTimes: agentProcedure
    .meta({
      description: 'Shows how long first replies and resolutions took, by category, agent or all',
      effect: 'read',
    })
    .input(responseTimesQuery)
    .output(ResponseTimes)
    .query(async ({ ctx, input }) => {
      const { value, cache } = await responseTimes(ctx, input);
      return { items: value, cache };
    }),
  filters: agentProcedure
    .meta({ description: 'Lists the values that reports can be filtered by', effect: 'read' })
    .output(ReportFilters)
    .query(async ({ ctx }) => {
      const { value, cache } = await reportFilters(ctx);
      return { ...value, cache };
    }),
  summary: editorProcedure
    .meta({ description: 'Sums a week up: tickets, first replies, quiz, readers', effect: 'read' })
    .input(
      z
        .object({
          week: civilDate.optional().describe('A day of it; by default of the last week'),
        })
        .prefault({}),
    )
    .output(WeekSummary)
    .query(({ ctx, input }) => summarizeWeek(ctx, input)),
  clearCache: agentProcedure
    .meta({ description: 'Removes every cached report', effect: 'change' })
    .output(Cleared)
    .mutation(async ({ ctx }) => ({
      cleared: await clearReportCache(ctx),
    })),
  rebuild: adminProcedure
    .meta({ description: 'Rebuilds the ticket counts from the tickets', effect: 'change' })
    .output(Rebuilt)
    .mutation(async ({ ctx }) => ({
      tickets: await rebuildTicketCounts(ctx),
    })),
  check: adminProcedure
    .meta({ description: 'Compares the ticket counts with the tickets', effect: 'read' })
    .output(Differences)
    .query(async ({ ctx }) => ({ differences: await checkTicketCounts(ctx) })),
});
