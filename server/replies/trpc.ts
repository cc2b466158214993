import { z } from 'zod';
import { bodyId, line, maxBatchSize } from '../../contract/index.ts';
import { agentProcedure, router } from '../trpc/procedures.ts';
import { previewReplies, saveReplies } from './service.ts';

const ticketIds = z.array(bodyId).min(1).max(maxBatchSize);

const batch = z.object({
  ticketIds,
  author: line(120).default('IA Assistant'),
  sendEmail: z.boolean().default(false),
});

export const repliesRouter = router({
  preview: agentProcedure
    .input(z.object({ ticketIds }))
    .mutation(({ ctx, input, signal }) => previewReplies(ctx, input.ticketIds, signal)),
  save: agentProcedure.input(batch).mutation(({ ctx, input: { ticketIds: ids, ...options } }) =>
    // Whoever asked may leave: what is begun is finished.
    saveReplies(ctx, ids, { ...options, batch: undefined }),
  ),
});
