import { listNearQuickReplies } from '../../db/embeddings/quick-reply-vectors.ts';
import * as vectors from '../../db/embeddings/ticket-vectors.ts';
import type { CheckedContext } from '../core/context.ts';
import { pausedBecause, pauseQuestions, type WordsAlone } from './availability.ts';
import { questionText } from './question-text.ts';

/** The deadline of the embedding; after it, tickets are searched by words only. */
const questionMs = 2_000;

/** The nearest tickets, or the reason why the search by meaning failed. */
type NearTickets =
  | { ok: true; tickets: vectors.NearTicketRow[]; quickReplies: { quickReplyId: number }[] }
  | { ok: false; reason: 'off' | WordsAlone };

const nearQuickReplies = 5;

/**
 * Finds the settled tickets and quick replies nearest to a question by meaning, nearest first. Never throws
 * because of the embedding service or pgvector (docs/behaviour/tickets.md#batch-replies).
 */
export const findNearTickets = async (
  ctx: CheckedContext,
  question: { subject: string; text: string; requesterName: string | null; exceptId: number },
  { limit, signal }: { limit: number; signal: AbortSignal },
): Promise<NearTickets> => {
  const { embeddings } = ctx;
  if (!embeddings) return { ok: false, reason: 'off' };
  const set = await vectors.findReadySet(ctx.db);
  if (!set) {
    const missing = (await vectors.findVectorExtension(ctx.db)) === 'missing';
    return { ok: false, reason: missing ? 'no-extension' : 'not-ready' };
  }
  const paused = pausedBecause(ctx);
  if (paused) return { ok: false, reason: paused };
  const outcome = await embeddings.embed({
    purpose: 'question',
    // It is the model of the stored vectors, because another one may be configured by now.
    model: set.model,
    shortenTo: set.shortened ? set.dimensions : undefined,
    texts: [questionText(question)],
    attemptMs: questionMs,
    retries: 0,
    signal,
  });
  if (!outcome.ok) {
    if (!signal.aborted && outcome.reason !== 'over-budget') pauseQuestions(ctx, outcome);
    return outcome;
  }
  const [values] = outcome.vectors;
  if (values?.length !== set.dimensions) {
    const detail = `${values?.length} dimensions, the stored vectors have ${set.dimensions}`;
    pauseQuestions(ctx, { reason: 'unusable', detail });
    return { ok: false, reason: 'unusable' };
  }
  try {
    const { exceptId } = question;
    return {
      ok: true,
      tickets: await vectors.listNearTickets(ctx.db, set, { values, exceptId, limit }),
      quickReplies: await listNearQuickReplies(ctx.db, set, { values, limit: nearQuickReplies }),
    };
  } catch (error) {
    // The job may have replaced the set during the search.
    if ((await vectors.findReadySet(ctx.db))?.id !== set.id) {
      return { ok: false, reason: 'not-ready' };
    }
    throw error;
  }
};
