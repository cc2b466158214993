import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Grouping, PeriodCounts } from '../../db/reports.ts';
import * as reports from '../../db/reports.ts';
import type { TicketStatus } from '../../db/schema.ts';
import { civilDayOf } from '../civil-time.ts';
import type { Context } from '../context.ts';
import { type Cached, cached, clearReports } from './cached.ts';
import { rangeOf } from './range.ts';

export type { Cached, Grouping, PeriodCounts };

/** Tickets over time, by creation and present status, in the civil time of America/Sao_Paulo. */
export interface TimeSeries {
  /** First to last, empty ones included; a period that the range cuts counts only what lies inside. */
  series: PeriodCounts[];
  from: string;
  to: string;
  groupBy: Grouping;
}

/** What reports can be filtered by, as the tickets there are have it. */
export interface ReportFilters {
  categories: { main: string; issues: string[] }[];
  /** E-mails that agents have answered tickets under. */
  agents: string[];
  newsletters: string[];
}

const periodCounts = z.array(
  z.object({
    period: z.string(),
    total: z.int(),
    open: z.int(),
    inProgress: z.int(),
    resolved: z.int(),
    closed: z.int(),
  }),
);

const filters = z.object({
  categories: z.array(z.object({ main: z.string(), issues: z.array(z.string()) })),
  agents: z.array(z.string()),
  newsletters: z.array(z.string()),
});

/**
 * Counts tickets over time (specification §4.5); by default those of the last 31 days. Cached for two hours.
 *
 * @throws AppError `invalid-request` where the range ends before it begins, or has more than 50 000 points
 */
export const ticketTimeSeries = async (
  ctx: Context,
  asked: {
    /** `YYYY-MM-DD`, as all days. */
    from?: string | undefined;
    to?: string | undefined;
    groupBy: Grouping;
    main?: string | undefined;
    status?: TicketStatus | undefined;
  },
): Promise<Cached<TimeSeries>> => {
  const { groupBy, main, status } = asked;
  const { from, to } = rangeOf(asked, civilDayOf(ctx.now()));
  const { value: series, cache } = await cached(
    ctx,
    ['series', from, to, groupBy, status ?? '', main === undefined ? '' : digest(main)].join(':'),
    {
      schema: periodCounts,
      make: () => reports.readTimeSeries(ctx.db, { from, to, groupBy, main, status }),
      // A category without tickets may be one that somebody made up: such answers must not fill the cache.
      worthKeeping: (points) => main === undefined || points.some(({ total }) => total > 0),
    },
  );
  return { value: { series, from, to, groupBy }, cache };
};

/** A key of one length and alphabet, whatever the text. */
const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** What the reports can be filtered by (specification §4.5). Cached for two hours. */
export const reportFilters = (ctx: Context): Promise<Cached<ReportFilters>> =>
  cached(ctx, 'filters', {
    schema: filters,
    make: async () => ({
      categories: await reports.listCategories(ctx.db),
      agents: await reports.listAgents(ctx.db),
      newsletters: await reports.listNewsletters(ctx.db),
    }),
  });

/** Forgets every cached report; answers false where Redis could not be told. */
export const clearReportCache = (ctx: Context): Promise<boolean> => clearReports(ctx);
