import { z } from 'zod';
import { bodyId, CreateTag, UpdateTag } from '../../contract/index.ts';
import { agentProcedure, router } from '../trpc/procedures.ts';
import { createTag, deleteTag, listTags, updateTag } from './service.ts';

export const tagsRouter = router({
  list: agentProcedure.query(async ({ ctx }) => (await listTags(ctx)).tags),
  create: agentProcedure.input(CreateTag).mutation(({ ctx, input }) => createTag(ctx, input)),
  update: agentProcedure
    .input(UpdateTag.extend({ id: bodyId }))
    .mutation(({ ctx, input: { id, ...changes } }) => updateTag(ctx, id, changes)),
  delete: agentProcedure
    .input(z.object({ id: bodyId }))
    .mutation(({ ctx, input }) => deleteTag(ctx, input.id)),
});
