import { z } from 'zod';
import { bodyId, line, text } from '../../contract/index.ts';
import { cursorOf, idOf, limitOf, listOf } from '../trpc/fields.ts';
import { agentProcedure, router } from '../trpc/procedures.ts';
import { dryRun, Rehearsal, rehearsable } from '../trpc/rehearse.ts';
import { TicketFilter, TicketSort } from '../trpc/ticket-filter.ts';
import { View } from './outputs.ts';
import { deleteView, listViews, maxViews, saveView } from './service.ts';

const view = z.object({
  id: bodyId.optional().describe('The view to replace; by default a new one'),
  name: line(60).describe('What the list of views says'),
  filter: TicketFilter.default({}).describe('Which tickets'),
  sort: TicketSort.default('newest').describe('The order'),
  shared: z.boolean().default(false).describe('For all agents'),
});

// The cursor is the last view of the previous page, such as `12_Sem dono`.
const cursor = text()
  .regex(/^\d{1,10}_.+$/)
  .transform((given) => {
    const [id = ''] = given.split('_');
    return { id: Number(id), name: given.slice(id.length + 1) };
  })
  .pipe(z.object({ id: bodyId, name: z.string() }));

/** The maximum of views that one person can see. */
const mostViews = maxViews.own + maxViews.shared;
const page = z.object({
  cursor: cursorOf(cursor),
  limit: limitOf(mostViews, mostViews),
});

export const viewsRouter = router({
  list: agentProcedure
    .meta({
      description: "Lists the caller's saved filters of tickets and the shared ones",
      effect: 'read',
    })
    .input(page.prefault({}))
    .output(listOf(View))
    .query(({ ctx, input: { cursor: after, limit } }) => listViews(ctx, { after, limit })),
  save: agentProcedure
    .meta({ description: 'Saves a filter of tickets', effect: 'change' })
    .input(view)
    .output(View)
    .mutation(({ ctx, input }) => saveView(ctx, input)),
  delete: agentProcedure
    .meta({ description: 'Deletes a saved filter of tickets', effect: 'destroy' })
    .input(z.object({ id: idOf('a view'), dryRun }))
    .output(Rehearsal)
    .mutation(rehearsable((ctx, { id }) => deleteView(ctx, id))),
});
