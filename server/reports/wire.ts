import type {
  ReportFilters as ReportFiltersOnWire,
  ReportGrouping,
  TimeSeries as TimeSeriesOnWire,
  TimeSeriesPoint,
} from '../../contract/index.ts';
import { ReportGrouping as groupings, TicketStatus } from '../../contract/index.ts';
import type { Grouping, PeriodCounts, ReportFilters, TimeSeries } from './service.ts';

export const groupingByName = {
  hora: 'hour',
  dia: 'day',
  semana: 'week',
  mes: 'month',
  ano: 'year',
} as const satisfies Record<ReportGrouping, Grouping>;

const pointToWire = (point: PeriodCounts): TimeSeriesPoint => ({
  periodo: point.period,
  total: point.total,
  abertos: point.open,
  emProgresso: point.inProgress,
  resolvidos: point.resolved,
  fechados: point.closed,
});

export const timeSeriesToWire = (
  { series, from, to }: TimeSeries,
  agrupamento: ReportGrouping,
): TimeSeriesOnWire => ({
  serie: series.map(pointToWire),
  periodo: { inicio: from, fim: to },
  agrupamento,
});

export const filtersToWire = (filters: ReportFilters): ReportFiltersOnWire => ({
  categorias: filters.categories,
  agentes: filters.agents,
  newsletters: filters.newsletters,
  status: TicketStatus.options,
  agrupamentos: groupings.options,
});
