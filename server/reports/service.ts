import type { z } from 'zod';
import type { Grouping, PeriodCounts, TimeSeriesQuery } from '../../db/reports/time-series.ts';
import * as reports from '../../db/reports/time-series.ts';
import { recordAct } from '../audit/service.ts';
import { type Context, inTransaction, requireRole } from '../core/context.ts';
import { type CachedReport, clearCachedReports, getCachedReport, keyOf } from './cached-report.ts';
import { rangeOf } from './day-range.ts';
import {
  PeriodCounts as PeriodCountsOutput,
  ReportFilters as ReportFiltersOutput,
} from './outputs.ts';

export type { CachedReport, Grouping, PeriodCounts };

/** Tickets over time by creation and current status, in civil time of America/Sao_Paulo. */
export interface TimeSeries {
  /** The periods in order, including empty ones; those at the edges only count days inside the range. */
  series: PeriodCounts[];
  from: string;
  to: string;
  groupBy: Grouping;
}

const filters = ReportFiltersOutput.omit({ cache: true });
export type ReportFilters = z.output<typeof filters>;

/**
 * Counts tickets over time (docs/behaviour/reports.md#reports); cached for two hours.
 * @throws AppError `forbidden`; `invalid-request` if the range ends before it begins or has more than 10 000
 * points
 */
export const ticketTimeSeries = async (
  ctx: Context,
  asked: Omit<TimeSeriesQuery, 'from' | 'to'> & {
    from?: string | undefined;
    to?: string | undefined;
  },
): Promise<CachedReport<TimeSeries>> => {
  requireRole(ctx, 'agent');
  const { groupBy, status, main, issue, newsletter, tagId } = asked;
  const { from, to } = rangeOf(asked, ctx.now());
  const names = keyOf([main, issue, newsletter, tagId]);
  const { value: series, ...cached } = await getCachedReport(
    ctx,
    ['series', from, to, groupBy, status ?? '', names].join(':'),
    {
      schema: PeriodCountsOutput,
      load: (db) => reports.selectTimeSeries(db, { ...asked, from, to }),
    },
  );
  return { value: { series, from, to, groupBy }, ...cached };
};

/** Returns the values that reports can be filtered by; cached for two hours. */
export const reportFilters = async (ctx: Context): Promise<CachedReport<ReportFilters>> => {
  requireRole(ctx, 'agent');
  return getCachedReport(ctx, 'filters', {
    schema: filters,
    load: async (db) => ({
      categories: await reports.listCategories(db),
      agents: await reports.listAgents(db),
      newsletters: await reports.listNewsletters(db),
    }),
  });
};

/** Removes every cached report; returns false if Redis did not reply. */
export const clearReportCache = async (ctx: Context): Promise<boolean> => {
  requireRole(ctx, 'agent');
  await inTransaction(ctx, (tx) =>
    recordAct(tx, { action: 'reports.clearCache', target: 'report:cache' }),
  );
  return clearCachedReports(ctx);
};
