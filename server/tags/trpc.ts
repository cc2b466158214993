import { z } from 'zod';
import { bodyId, CreateTag, UpdateTag } from '../../contract/index.ts';
import { procedure, router } from '../trpc/procedures.ts';
import { createTag, deleteTag, listTags, updateTag } from './service.ts';

export const tagsRouter = router({
  list: procedure.query(({ ctx }) => listTags(ctx)),
  create: procedure.input(CreateTag).mutation(({ ctx, input }) => createTag(ctx, input)),
  update: procedure
    .input(UpdateTag.extend({ id: bodyId }))
    .mutation(({ ctx, input: { id, ...changes } }) => updateTag(ctx, id, changes)),
  delete: procedure
    .input(z.object({ id: bodyId }))
    .mutation(({ ctx, input }) => deleteTag(ctx, input.id)),
});
