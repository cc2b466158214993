import { z } from 'zod';
import { bodyId, quickReplyFields, text } from '../../contract/index.ts';
import { procedure, router } from '../trpc/procedures.ts';
import {
  createQuickReply,
  deleteQuickReply,
  listQuickReplies,
  updateQuickReply,
} from './service.ts';
import { unknownVariables } from './variables.ts';

const fields = z.object({
  ...quickReplyFields,
  content: quickReplyFields.content.refine((content) => unknownVariables(content).length === 0, {
    error: ({ input }) =>
      `tem variáveis desconhecidas: ${unknownVariables(String(input)).join(', ')}`,
  }),
});

export const quickRepliesRouter = router({
  list: procedure
    .input(z.object({ search: text().optional(), category: text().optional() }).default({}))
    .query(({ ctx, input }) => listQuickReplies(ctx, input)),
  create: procedure.input(fields).mutation(({ ctx, input }) => createQuickReply(ctx, input)),
  update: procedure
    .input(fields.partial().extend({ id: bodyId }))
    .mutation(({ ctx, input: { id, ...changes } }) => updateQuickReply(ctx, id, changes)),
  delete: procedure
    .input(z.object({ id: bodyId }))
    .mutation(({ ctx, input }) => deleteQuickReply(ctx, input.id)),
});
