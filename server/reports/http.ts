import { reportsContract } from '../../contract/index.ts';
import { ctxOf, implement } from '../http/router.ts';
import { type CachedReport, reportFilters, ticketTimeSeries } from './service.ts';
import { filtersToWire, groupingByName, timeSeriesToWire } from './wire.ts';

export const reportsHttp = implement(reportsContract, {
  getTicketTimeSeries: async ({ req, query }) =>
    okCached(
      await ticketTimeSeries(ctxOf(req), {
        from: query.data_inicio,
        to: query.data_fim,
        main: query.main,
        status: query.status,
        groupBy: groupingByName[query.agrupar_por],
      }),
      (report) => timeSeriesToWire(report, query.agrupar_por),
    ),
  getReportFilters: async ({ req }) => okCached(await reportFilters(ctxOf(req)), filtersToWire),
});

const okCached = <T, W>({ value, cache }: CachedReport<T>, toWire: (value: T) => W) => ({
  status: 200 as const,
  body: { success: true as const, data: toWire(value), cache },
});
