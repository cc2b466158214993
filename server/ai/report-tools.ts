import { z } from 'zod';
import { AppError } from '../core/errors.ts';
import { reportFilters, ticketTimeSeries } from '../reports/service.ts';
import { defineTool } from './tools.ts';

const day = z.iso.date().nullable();
const maxPoints = 150;

export const ticketTimeSeriesTool = defineTool({
  name: 'ticket_time_series',
  description:
    'Conta tickets pela data de criação e situação atual, por período, no fuso de São Paulo. Sem from e to (null), os últimos 31 dias.',
  parameters: z.object({
    from: day.describe('Primeiro dia, YYYY-MM-DD, ou null'),
    to: day.describe('Último dia, incluído, YYYY-MM-DD, ou null'),
    groupBy: z.enum(['day', 'week', 'month', 'year']),
    main: z.string().max(120).nullable().describe('Só esta categoria, ou null para todas'),
    status: z.enum(['open', 'in_progress', 'resolved', 'closed']).nullable(),
  }),
  run: async (ctx, { from, to, groupBy, main, status }) => {
    try {
      const { value } = await ticketTimeSeries(ctx, {
        from: from ?? undefined,
        to: to ?? undefined,
        groupBy,
        main: main ?? undefined,
        status: status ?? undefined,
      });
      if (value.series.length <= maxPoints) return value;
      return {
        error: `são ${value.series.length} períodos; peça no máximo ${maxPoints}, com outro groupBy`,
      };
    } catch (error) {
      // The model can correct an invalid range.
      if (error instanceof AppError && error.code === 'invalid-request') {
        return { error: error.detail };
      }
      throw error;
    }
  },
});

export const reportFiltersTool = defineTool({
  name: 'report_filters',
  description: 'Lista as categorias com seus problemas e as newsletters que os tickets têm.',
  parameters: z.object({}),
  run: async (ctx) => {
    const { value } = await reportFilters(ctx);
    return { categories: value.categories, newsletters: value.newsletters };
  },
});
