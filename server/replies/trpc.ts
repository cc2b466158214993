import { z } from 'zod';
import { bodyId, line, maxBatchSize, modelAuthor, text } from '../../contract/index.ts';
import { idCursor, moment } from '../trpc/fields.ts';
import { agentProcedure, router } from '../trpc/procedures.ts';
import {
  approveDraft,
  countDrafts,
  createDrafts,
  discardDraft,
  editDraft,
  getDraft,
  listDrafts,
  sendingInput,
} from './drafts.ts';
import { previewReplies, saveReplies } from './service.ts';

const ticketIds = z.array(bodyId).min(1).max(maxBatchSize);

const batch = z.object({
  ticketIds,
  author: line(120).default(modelAuthor),
  sendEmail: z.boolean().default(false),
});

const draft = z.object({ id: bodyId });

const page = z.object({
  status: z.enum(['pending', 'approved', 'discarded', 'stale']).optional(),
  ticketId: bodyId.optional(),
  cursor: idCursor.optional(),
  limit: z.int().min(1).max(100).default(20),
});

const approval = draft.extend({ ...sendingInput, sendEmail: z.boolean() });

const draftsRouter = router({
  create: agentProcedure
    .input(z.object({ ticketIds }))
    .mutation(({ ctx, input }) => createDrafts(ctx, input.ticketIds)),
  list: agentProcedure
    .input(page.prefault({}))
    .query(({ ctx, input: { cursor, ...rest } }) => listDrafts(ctx, { ...rest, beforeId: cursor })),
  get: agentProcedure.input(draft).query(({ ctx, input }) => getDraft(ctx, input.id)),
  edit: agentProcedure
    .input(draft.extend({ html: text().min(1).max(20_000) }))
    .mutation(({ ctx, input }) => editDraft(ctx, input)),
  approve: agentProcedure.input(approval).mutation(({ ctx, input }) => approveDraft(ctx, input)),
  discard: agentProcedure
    .input(draft.extend({ reason: line(300).optional() }))
    .mutation(({ ctx, input }) => discardDraft(ctx, input)),
  counts: agentProcedure
    .input(z.object({ from: moment, to: moment }))
    .query(({ ctx, input }) => countDrafts(ctx, input)),
});

export const repliesRouter = router({
  preview: agentProcedure
    .input(z.object({ ticketIds }))
    .mutation(({ ctx, input, signal }) => previewReplies(ctx, input.ticketIds, signal)),
  save: agentProcedure.input(batch).mutation(({ ctx, input: { ticketIds: ids, ...options } }) =>
    // Goes on after its caller disconnects.
    saveReplies(ctx, ids, { ...options, batch: undefined }),
  ),
  drafts: draftsRouter,
});
