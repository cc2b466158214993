import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { civilDate, count, dataEnvelope, line, TicketStatus } from './fields.ts';
import { outcomes } from './outcome.ts';

/** How a time series is grouped (specification §4.5). */
export const ReportGrouping = z
  .enum(['hora', 'dia', 'semana', 'mes', 'ano'])
  .meta({ id: 'ReportGrouping', description: 'Agrupamento de uma série temporal.' });
export type ReportGrouping = z.infer<typeof ReportGrouping>;

/** Whether an answer came from the cache; ages in seconds (specification §2.10). */
export const CacheInfo = z
  .object({
    hit: z.boolean(),
    age: z.number().optional().meta({ description: 'Idade em segundos, quando `hit`.' }),
    expiresIn: z.number().optional().meta({ description: 'Segundos até expirar, quando `hit`.' }),
  })
  .meta({ id: 'CacheInfo', example: { hit: true, age: 12, expiresIn: 7188 } });
export type CacheInfo = z.infer<typeof CacheInfo>;

/** The counts of one period (specification §2.10). */
export const TimeSeriesPoint = z
  .object({
    periodo: z.string().meta({
      description:
        'hora `YYYY-MM-DD HH:00`, dia `YYYY-MM-DD`, semana `YYYY-Www`, mês `YYYY-MM`, ano `YYYY`.',
      example: '2026-03-10',
    }),
    total: count,
    abertos: count,
    emProgresso: count,
    resolvidos: count,
    fechados: count,
  })
  .meta({ id: 'TimeSeriesPoint' });
export type TimeSeriesPoint = z.infer<typeof TimeSeriesPoint>;

/** Tickets over time (specification §4.5). */
export const TimeSeries = z
  .object({
    serie: z.array(TimeSeriesPoint),
    periodo: z.object({ inicio: civilDate, fim: civilDate }).meta({ id: 'ReportPeriod' }),
    agrupamento: ReportGrouping,
  })
  .meta({ id: 'TimeSeries' });
export type TimeSeries = z.infer<typeof TimeSeries>;

/** What the reports can be filtered by (specification §4.5). */
export const ReportFilters = z
  .object({
    categorias: z.array(
      z
        .object({ main: z.string(), issues: z.array(z.string()) })
        .meta({ id: 'ReportCategory', description: 'Categoria principal e seus assuntos.' }),
    ),
    agentes: z.array(z.string()).meta({ description: 'E-mails de quem já respondeu tickets.' }),
    newsletters: z.array(z.string()),
    status: z.array(TicketStatus),
    agrupamentos: z.array(ReportGrouping),
  })
  .meta({ id: 'ReportFilters' });
export type ReportFilters = z.infer<typeof ReportFilters>;

const cached = <T extends z.ZodType>(id: string, data: T) =>
  dataEnvelope(id, data).extend({ cache: CacheInfo }).meta({ id });

export const reportsContract = initContract().router({
  getTicketTimeSeries: {
    method: 'GET',
    path: '/support/relatorios/serie-temporal',
    summary: 'Série temporal de tickets',
    description:
      'Tickets por data de criação e situação atual, no horário de São Paulo. Fica em cache por 2 horas.',
    query: z.object({
      data_inicio: civilDate.optional().describe('Primeiro dia; padrão: 30 dias antes de hoje.'),
      data_fim: civilDate.optional().describe('Último dia, incluído; padrão: hoje.'),
      main: line(120).optional().describe('Somente esta categoria principal.'),
      status: TicketStatus.optional(),
      agrupar_por: ReportGrouping.default('dia'),
    }),
    ...outcomes(
      { 200: cached('TimeSeriesResponse', TimeSeries) },
      { access: 'agent', cost: 'read' },
    ),
  },
  getReportFilters: {
    method: 'GET',
    path: '/support/relatorios/filtros',
    summary: 'Filtros dos relatórios',
    description:
      'Os valores pelos quais os relatórios podem ser filtrados. Fica em cache por 2 horas.',
    ...outcomes(
      { 200: cached('ReportFiltersResponse', ReportFilters) },
      { access: 'agent', cost: 'read' },
    ),
  },
});
