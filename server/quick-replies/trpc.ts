import { z } from 'zod';
import { bodyId, quickReplyFields, text } from '../../contract/index.ts';
import { because } from '../trpc/input-issue.ts';
import { agentProcedure, router } from '../trpc/procedures.ts';
import {
  createQuickReply,
  deleteQuickReply,
  listQuickReplies,
  updateQuickReply,
} from './service.ts';
import { replyVariables, unknownVariables } from './variables.ts';

const fields = z.object({
  ...quickReplyFields,
  content: quickReplyFields.content.superRefine((content, { addIssue }) => {
    const unknown = unknownVariables(content);
    if (unknown.length === 0) return;
    const reason = `unknown variables ${unknown.join(', ')}; there are ${replyVariables.join(', ')}`;
    addIssue({ code: 'custom', ...because(reason) });
  }),
});

export const quickRepliesRouter = router({
  list: agentProcedure
    .input(z.object({ search: text().optional(), category: text().optional() }).default({}))
    .query(({ ctx, input }) => listQuickReplies(ctx, input)),
  create: agentProcedure.input(fields).mutation(({ ctx, input }) => createQuickReply(ctx, input)),
  update: agentProcedure
    .input(fields.partial().extend({ id: bodyId }))
    .mutation(({ ctx, input: { id, ...changes } }) => updateQuickReply(ctx, id, changes)),
  delete: agentProcedure
    .input(z.object({ id: bodyId }))
    .mutation(({ ctx, input }) => deleteQuickReply(ctx, input.id)),
});
