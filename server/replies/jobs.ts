import { deleteBatchRepliesBefore } from '../../db/replies/replies.ts';
import { refreshLexemeCounts } from '../../db/replies/similar-tickets.ts';
import { deleteComposingBefore } from '../../db/tickets/composing.ts';
import { dayMs, hourMs, minuteMs } from '../core/civil-time.ts';
import type { Job } from '../jobs/job.ts';

const sampledTickets = 50_000;

/** Recounts word frequencies in settled tickets; searches for similar tickets use the rare words. */
export const refreshLexemeCountsJob: Job = {
  name: 'refresh-lexeme-counts',
  schedule: '*/15 * * * *',
  mode: 'once',
  windowMs: 10 * minuteMs,
  run: (ctx) => refreshLexemeCounts(ctx.db, sampledTickets),
};

// It is one day longer than the life of idempotency keys.
const retentionMs = 48 * hourMs;

const composingMs = 30 * dayMs;

/** Deletes batch records whose idempotency keys have expired, and agents' unsent texts after 30 days. */
export const forgetBatchesJob: Job = {
  name: 'forget-reply-batches',
  schedule: '20 4 * * *',
  mode: 'once',
  run: async (ctx) => {
    const now = ctx.now().getTime();
    await deleteBatchRepliesBefore(ctx.db, new Date(now - retentionMs));
    await deleteComposingBefore(ctx.db, new Date(now - composingMs));
  },
};
