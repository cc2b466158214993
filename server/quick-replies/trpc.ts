import { z } from 'zod';
import { quickReplyFields, text } from '../../contract/index.ts';
import { idOf, listOf } from '../trpc/fields.ts';
import { agentProcedure, router } from '../trpc/procedures.ts';
import { dryRun, Rehearsal, rehearsable } from '../trpc/rehearse.ts';
import { pageOf, wholeList } from '../trpc/whole-list.ts';
import { withKnownVariables } from './inputs.ts';
import { QuickReply } from './outputs.ts';
import {
  createQuickReply,
  deleteQuickReply,
  listQuickReplies,
  updateQuickReply,
} from './service.ts';

const fields = z.object({
  title: quickReplyFields.title.describe('What agents see in lists'),
  content: withKnownVariables(quickReplyFields.content).describe(
    'Text or HTML, with variables as {{nome}}',
  ),
  category: quickReplyFields.category.describe('The group that it is listed in'),
  shortcut: quickReplyFields.shortcut.describe('What agents type for it, such as /oi'),
});

export const quickRepliesRouter = router({
  list: agentProcedure
    .meta({ description: 'Lists quick replies', effect: 'read' })
    .input(
      wholeList
        .extend({
          search: text().optional().describe('Part of the title or the content'),
          category: text().optional().describe('Only of this category'),
        })
        .prefault({}),
    )
    .output(listOf(QuickReply))
    .query(async ({ ctx, input }) =>
      pageOf(await listQuickReplies(ctx, input), input, ({ id }) => String(id)),
    ),
  create: agentProcedure
    .meta({ description: 'Creates a quick reply', effect: 'change' })
    .input(fields)
    .output(QuickReply)
    .mutation(({ ctx, input }) => createQuickReply(ctx, input)),
  update: agentProcedure
    .meta({ description: 'Changes a quick reply', effect: 'change' })
    .input(fields.partial().extend({ id: idOf('a quick reply') }))
    .output(QuickReply)
    .mutation(({ ctx, input: { id, ...changes } }) => updateQuickReply(ctx, id, changes)),
  delete: agentProcedure
    .meta({ description: 'Deletes a quick reply', effect: 'destroy' })
    .input(z.object({ id: idOf('a quick reply'), dryRun }))
    .output(Rehearsal)
    .mutation(rehearsable((ctx, { id }) => deleteQuickReply(ctx, id))),
});
