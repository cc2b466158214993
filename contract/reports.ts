import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { civilDate, count, dataEnvelope, line, TicketStatus } from './fields.ts';
import { outcomes } from './outcome.ts';

/** Grouping of a time series (docs/behaviour/reports.md#reports). */
export const ReportGrouping = z
  .enum(['hora', 'dia', 'semana', 'mes', 'ano'])
  .meta({ id: 'ReportGrouping', description: 'Agrupamento de uma série temporal.' });
export type ReportGrouping = z.infer<typeof ReportGrouping>;

/** The cache state of a response, with ages in seconds. */
export const CacheInfo = z
  .object({
    hit: z.boolean().describe('Se a resposta veio do cache.'),
    age: z.number().optional().meta({ description: 'Idade em segundos, quando `hit`.' }),
    expiresIn: z.number().optional().meta({ description: 'Segundos até expirar, quando `hit`.' }),
  })
  .meta({
    id: 'CacheInfo',
    description: 'Se a resposta veio do cache.',
    example: { hit: true, age: 12, expiresIn: 7188 },
  });
export type CacheInfo = z.infer<typeof CacheInfo>;

/** The counts of one period. */
export const TimeSeriesPoint = z
  .object({
    periodo: z.string().meta({
      description:
        'hora `YYYY-MM-DD HH:00`, dia `YYYY-MM-DD`, semana `YYYY-Www`, mês `YYYY-MM`, ano `YYYY`.',
      example: '2026-03-10',
    }),
    total: count.meta({ description: 'Tickets criados no período.', example: 12 }),
    abertos: count.describe('Os que estão abertos.'),
    emProgresso: count.describe('Os que estão em andamento.'),
    resolvidos: count.describe('Os que estão resolvidos.'),
    fechados: count.describe('Os que estão fechados.'),
  })
  .meta({ id: 'TimeSeriesPoint', description: 'Os tickets de um período.' });
export type TimeSeriesPoint = z.infer<typeof TimeSeriesPoint>;

/** The number of tickets over time. */
export const TimeSeries = z
  .object({
    serie: z.array(TimeSeriesPoint).describe('Um ponto por período, em ordem.'),
    periodo: z
      .object({
        inicio: civilDate.describe('Primeiro dia.'),
        fim: civilDate.describe('Último dia, incluído.'),
      })
      .meta({ id: 'ReportPeriod', description: 'Os dias de um relatório.' }),
    agrupamento: ReportGrouping,
  })
  .meta({ id: 'TimeSeries', description: 'Tickets ao longo do tempo.' });
export type TimeSeries = z.infer<typeof TimeSeries>;

/** The values that reports can be filtered by. */
export const ReportFilters = z
  .object({
    categorias: z
      .array(
        z
          .object({
            main: z.string().meta({ description: 'Categoria principal.', example: 'Cobrança' }),
            issues: z
              .array(z.string())
              .meta({ description: 'Assuntos da categoria.', example: ['Reembolso'] }),
          })
          .meta({ id: 'ReportCategory', description: 'Categoria principal e seus assuntos.' }),
      )
      .describe('As categorias e seus assuntos.'),
    agentes: z.array(z.string()).meta({
      description: 'E-mails de quem já respondeu tickets.',
      example: ['agente@exemplo.com.br'],
    }),
    newsletters: z
      .array(z.string())
      .meta({ description: 'Newsletters dos tickets.', example: ['Bom dia'] }),
    status: z.array(TicketStatus).describe('As situações de um ticket.'),
    agrupamentos: z.array(ReportGrouping).describe('Os agrupamentos de uma série temporal.'),
  })
  .meta({
    id: 'ReportFilters',
    description: 'Os valores por que os relatórios podem ser filtrados.',
  });
export type ReportFilters = z.infer<typeof ReportFilters>;

const cached = <T extends z.ZodType>(id: string, data: T) =>
  dataEnvelope(id, data)
    .extend({ cache: CacheInfo })
    .meta({ id, description: 'Sucesso, com o resultado em `data` e a idade dele em `cache`.' });

export const reportsContract = initContract().router({
  getTicketTimeSeries: {
    method: 'GET',
    path: '/support/relatorios/serie-temporal',
    summary: 'Série temporal de tickets',
    description:
      'Tickets por data de criação e situação atual, no horário de São Paulo. Fica em cache por 2 horas.',
    query: z.object({
      data_inicio: civilDate
        .optional()
        .describe(
          'Primeiro dia; padrão: 30 dias antes de hoje, ou de `data_fim` se for anterior a isso.',
        ),
      data_fim: civilDate.optional().describe('Último dia, incluído; padrão: hoje.'),
      main: line(120).optional().describe('Somente esta categoria principal.'),
      status: TicketStatus.optional().describe('Somente os tickets nesta situação.'),
      agrupar_por: ReportGrouping.default('dia').describe('Tamanho dos períodos.'),
    }),
    ...outcomes(
      { 200: cached('TimeSeriesResponse', TimeSeries) },
      { access: 'agent', cost: 'report' },
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
      { access: 'agent', cost: 'report' },
    ),
  },
});
