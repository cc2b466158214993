import { z } from 'zod';
import { CreateTag } from '../../contract/index.ts';
import { idOf, listOf } from '../trpc/fields.ts';
import { agentProcedure, router } from '../trpc/procedures.ts';
import { dryRun, Rehearsal, rehearsable } from '../trpc/rehearse.ts';
import { pageOf, wholeList } from '../trpc/whole-list.ts';
import { Tag } from './outputs.ts';
import { createTag, deleteTag, listTags, updateTag } from './service.ts';

const { shape } = CreateTag;
const name = shape.name.describe('Differs from other tags, whatever capitals');
const color = shape.color.describe('As #1D4ED8');
const defaultText = 'Whether it is the default, which one tag is at most';

const newTag = CreateTag.safeExtend({
  name,
  color,
  isDefault: shape.isDefault.describe(defaultText),
});

const tagChange = z.object({
  id: idOf('a tag'),
  name: name.optional(),
  color: color.optional(),
  isDefault: z.boolean().optional().describe(defaultText),
});

export const tagsRouter = router({
  list: agentProcedure
    .meta({ description: 'Lists tags alphabetically', effect: 'read' })
    .input(wholeList.prefault({}))
    .output(listOf(Tag))
    .query(async ({ ctx, input }) => pageOf(await listTags(ctx), input, ({ id }) => String(id))),
  create: agentProcedure
    .meta({ description: 'Creates a tag', effect: 'change' })
    .input(newTag)
    .output(Tag)
    .mutation(({ ctx, input }) => createTag(ctx, input)),
  update: agentProcedure
    .meta({ description: 'Changes a tag', effect: 'change' })
    .input(tagChange)
    .output(Tag)
    .mutation(({ ctx, input: { id, ...changes } }) => updateTag(ctx, id, changes)),
  delete: agentProcedure
    .meta({ description: 'Deletes a tag that no ticket uses', effect: 'destroy' })
    .input(z.object({ id: idOf('a tag'), dryRun }))
    .output(Rehearsal)
    .mutation(rehearsable((ctx, { id }) => deleteTag(ctx, id))),
});
