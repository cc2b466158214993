import { z } from 'zod';
import { bodyId, CreateTag, UpdateTag } from '../../contract/index.ts';
import { listOf, nothing } from '../trpc/fields.ts';
import { agentProcedure, router } from '../trpc/procedures.ts';
import { pageOf, wholeList } from '../trpc/whole-list.ts';
import { Tag } from './outputs.ts';
import { createTag, deleteTag, listTags, updateTag } from './service.ts';

export const tagsRouter = router({
  list: agentProcedure
    .meta({ description: 'Lists tags alphabetically', effect: 'read' })
    .input(wholeList.prefault({}))
    .output(listOf(Tag))
    .query(async ({ ctx, input }) =>
      pageOf((await listTags(ctx)).tags, input, ({ id }) => String(id)),
    ),
  create: agentProcedure
    .meta({ description: 'Creates a tag', effect: 'change' })
    .input(CreateTag)
    .output(Tag)
    .mutation(({ ctx, input }) => createTag(ctx, input)),
  update: agentProcedure
    .meta({ description: 'Changes a tag', effect: 'change' })
    .input(UpdateTag.extend({ id: bodyId }))
    .output(Tag)
    .mutation(({ ctx, input: { id, ...changes } }) => updateTag(ctx, id, changes)),
  delete: agentProcedure
    .meta({ description: 'Deletes a tag that no ticket uses', effect: 'destroy' })
    .input(z.object({ id: bodyId }))
    .output(nothing)
    .mutation(({ ctx, input }) => deleteTag(ctx, input.id)),
});
