import { z } from 'zod';
import { bodyId, line, maxBatchSize, modelAuthor, text } from '../../contract/index.ts';
import { SentReply } from '../tickets/outputs.ts';
import { idOf, idPage, moment } from '../trpc/fields.ts';
import { agentProcedure, router } from '../trpc/procedures.ts';
import { dryRun, Rehearsal, rehearsable } from '../trpc/rehearse.ts';
import {
  approveDraft,
  countDrafts,
  createDrafts,
  discardDraft,
  editDraft,
  getDraft,
  listDrafts,
  sendEmail,
  sendingInput,
} from './drafts.ts';
import { Draft, DraftCounts, Drafts, NewDrafts, Previews, SavedReplies } from './outputs.ts';
import { previewReplies, saveReplies } from './service.ts';

const ticketIds = z.array(bodyId).min(1).max(maxBatchSize).describe('The ids of tickets');

const batch = z.object({
  ticketIds,
  author: line(120).default(modelAuthor).describe('Who readers see as its author'),
  sendEmail: sendEmail.default(false),
});

const draft = z.object({ id: idOf('a draft') });

const page = z.object({
  status: z
    .enum(['pending', 'approved', 'discarded', 'stale'])
    .optional()
    .describe('Only drafts with this status'),
  ticketId: idOf('a ticket').optional(),
  ...idPage,
});

const approval = draft.extend({ ...sendingInput, sendEmail });

const draftsRouter = router({
  create: agentProcedure
    .meta({ description: 'Generates drafts of replies to tickets', effect: 'change' })
    .input(z.object({ ticketIds }))
    .output(NewDrafts)
    .mutation(({ ctx, input }) => createDrafts(ctx, input.ticketIds)),
  list: agentProcedure
    .meta({ description: 'Lists drafts', effect: 'read' })
    .input(page.prefault({}))
    .output(Drafts)
    .query(({ ctx, input: { cursor, ...rest } }) => listDrafts(ctx, { ...rest, beforeId: cursor })),
  get: agentProcedure
    .meta({ description: 'Shows a draft with its sources', effect: 'read' })
    .input(draft)
    .output(Draft)
    .query(({ ctx, input }) => getDraft(ctx, input.id)),
  edit: agentProcedure
    .meta({ description: 'Edits a draft', effect: 'change' })
    .input(draft.extend({ html: text().min(1).max(20_000).describe('The whole new text') }))
    .output(Draft)
    .mutation(({ ctx, input }) => editDraft(ctx, input)),
  approve: agentProcedure
    .meta({ description: 'Approves a draft: saves it, and mails it if asked', effect: 'outward' })
    .input(approval)
    .output(SentReply)
    .mutation(({ ctx, input }) => approveDraft(ctx, input)),
  discard: agentProcedure
    .meta({ description: 'Discards a draft', effect: 'destroy' })
    .input(
      draft.extend({ reason: line(300).optional().describe('Why, for the other agents'), dryRun }),
    )
    .output(Rehearsal)
    .mutation(rehearsable((ctx, { id, reason }) => discardDraft(ctx, { id, reason }))),
  counts: agentProcedure
    .meta({
      description: 'Counts approved, edited and discarded drafts by category',
      effect: 'read',
    })
    .input(
      z.object({
        from: moment.describe('Decided at this moment or later'),
        to: moment.describe('Decided before this moment'),
      }),
    )
    .output(DraftCounts)
    .query(({ ctx, input }) => countDrafts(ctx, input)),
});

export const repliesRouter = router({
  preview: agentProcedure
    .meta({ description: 'Generates replies to tickets without saving them', effect: 'read' })
    .input(z.object({ ticketIds }))
    .output(Previews)
    .mutation(async ({ ctx, input, signal }) => ({
      outcomes: await previewReplies(ctx, input.ticketIds, signal),
    })),
  save: agentProcedure
    .meta({
      description: 'Generates replies to tickets and saves them, by mail if asked',
      effect: 'outward',
    })
    .input(batch)
    .output(SavedReplies)
    .mutation(async ({ ctx, input: { ticketIds: ids, ...options } }) => ({
      // The batch continues after its caller disconnects.
      outcomes: await saveReplies(ctx, ids, { ...options, batch: undefined }),
    })),
  drafts: draftsRouter,
});
