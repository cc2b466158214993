import { deleteBatchRepliesBefore } from '../../db/replies.ts';
import { refreshLexemeCounts } from '../../db/similar-tickets.ts';
import type { Job } from '../jobs/job.ts';

const sampledTickets = 50_000;

/** Counts anew how common each word is in settled tickets, so that searches for similar ones know the rare words. */
export const refreshLexemeCountsJob: Job = {
  name: 'refresh-lexeme-counts',
  schedule: '*/15 * * * *',
  mode: 'once',
  windowMs: 10 * 60_000,
  run: (ctx) => refreshLexemeCounts(ctx.db, sampledTickets),
};

// A day longer than idempotency keys are kept.
const keptMs = 48 * 3_600_000;

/** Forgets which replies batches saved, once their keys are no longer kept. */
export const forgetBatchesJob: Job = {
  name: 'forget-reply-batches',
  schedule: '20 4 * * *',
  mode: 'once',
  run: async (ctx) => {
    await deleteBatchRepliesBefore(ctx.db, new Date(ctx.now().getTime() - keptMs));
  },
};
