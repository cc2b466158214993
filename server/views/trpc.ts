import { z } from 'zod';
import { bodyId, line } from '../../contract/index.ts';
import { agentProcedure, router } from '../trpc/procedures.ts';
import { TicketFilter, TicketSort } from '../trpc/ticket-filter.ts';
import { deleteView, listViews, saveView } from './service.ts';

const view = z.object({
  id: bodyId.optional().describe('The view to replace; by default a new one'),
  name: line(60),
  filter: TicketFilter.default({}),
  sort: TicketSort.default('newest'),
  shared: z.boolean().default(false).describe('For all agents'),
});

/** Saved filters of tickets. */
export const viewsRouter = router({
  list: agentProcedure.query(async ({ ctx }) => ({
    items: await listViews(ctx),
    nextCursor: null,
  })),
  save: agentProcedure.input(view).mutation(({ ctx, input }) => saveView(ctx, input)),
  delete: agentProcedure
    .input(z.object({ id: bodyId }))
    .mutation(({ ctx, input }) => deleteView(ctx, input.id)),
});
