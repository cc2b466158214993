import * as quickReplies from '../../db/embeddings/quick-reply-vectors.ts';
import * as vectors from '../../db/embeddings/ticket-vectors.ts';
import { minuteMs } from '../core/civil-time.ts';
import { type CheckedContext, inTransaction } from '../core/context.ts';
import type { Job } from '../jobs/job.ts';
import { reportBacklog } from './availability.ts';
import { answerText, questionLength, questionText, ticketVector } from './question-text.ts';

const batchSize = 32;
const attemptMs = 30_000;
const retries = 2;
/** The time limit of a run; the next run continues. */
const runMs = 5 * minuteMs;

/**
 * Embeds the questions and answers of settled tickets without a vector. It stores each batch at once, so a
 * later run continues where this one ended. Vectors of another model stay in use until the configured model
 * has all of them.
 */
export const embedTicketsJob: Job = {
  name: 'embed-tickets',
  schedule: '* * * * *',
  mode: 'once',
  windowMs: minuteMs,
  run: async (ctx, { signal }) => {
    const { embeddings, config } = ctx;
    if (!embeddings || !config.embeddings || !(await hasExtension(ctx))) return;
    const { model, shortenTo } = config.embeddings;
    const end = Date.now() + runMs;
    let set = await vectors.findSet(ctx.db, { model, dimensions: shortenTo });
    while (Date.now() < end) {
      signal.throwIfAborted();
      const unembedded = await vectors.listUnembedded(ctx.db, set, {
        limit: batchSize,
        textLength: questionLength,
      });
      const rows = unembedded.map((row) => ({ ...row, answer: answerText(row) }));
      if (rows.length === 0) {
        const complete = set;
        if (complete) {
          await embedQuickReplies(ctx, complete, signal);
          await inTransaction(ctx, (tx) => vectors.publishSet(tx.db, complete));
        }
        return;
      }
      const texts = [...rows.map(questionText), ...rows.flatMap(({ answer }) => answer || [])];
      const outcome = await embeddings.embed({
        purpose: 'backlog',
        model,
        shortenTo,
        texts,
        attemptMs,
        retries,
        signal,
      });
      if (!outcome.ok) {
        reportBacklog(ctx, outcome.reason, outcome.detail);
        if (outcome.reason !== 'unusable') return;
        throw new Error(`the embedding service is unusable: ${outcome.detail}`);
      }
      const stored = await store(ctx, set, rows, outcome.vectors);
      // Every question of the batch changed while it was in flight, so the next run reads them again.
      if (stored.count === 0) return;
      set = stored.set;
    }
  },
};

/** Embeds quick replies whose current text has no vector. After a failure, a later run retries them. */
const embedQuickReplies = async (
  ctx: CheckedContext,
  set: vectors.VectorSet,
  signal: AbortSignal,
): Promise<void> => {
  const { embeddings } = ctx;
  for (;;) {
    const rows = await quickReplies.listUnembeddedQuickReplies(ctx.db, set, batchSize);
    if (!embeddings || rows.length === 0) return;
    const outcome = await embeddings.embed({
      purpose: 'backlog',
      model: set.model,
      attemptMs,
      retries,
      signal,
      shortenTo: set.shortened ? set.dimensions : undefined,
      texts: rows.map(({ title, content }) =>
        questionText({ subject: title, text: content, requesterName: null }),
      ),
    });
    if (!outcome.ok) return reportBacklog(ctx, outcome.reason, outcome.detail);
    const embedded = rows.flatMap((row, index) => {
      const values = outcome.vectors[index];
      return values?.length === set.dimensions ? [{ ...row, values }] : [];
    });
    if (embedded.length < rows.length) return;
    await quickReplies.insertQuickReplyVectors(ctx.db, set, embedded);
  }
};

const hasExtension = async (ctx: CheckedContext): Promise<boolean> => {
  const state = await vectors.findVectorExtension(ctx.db);
  if (state === 'installed') return true;
  if (state === 'missing') {
    reportBacklog(ctx, 'no-extension');
    return false;
  }
  try {
    await vectors.createVectorExtension(ctx.db);
    return true;
  } catch (error) {
    const detail = 'an administrator of the database must run: create extension vector';
    ctx.log.debug({ err: error }, 'installing pgvector failed');
    reportBacklog(ctx, 'no-extension', detail);
    return false;
  }
};

/**
 * Stores the vectors of a batch (those of the questions, then those of non-empty answers), in a new set if
 * there is none.
 */
const store = async (
  ctx: CheckedContext,
  set: vectors.VectorSet | undefined,
  rows: readonly vectors.UnembeddedRow[],
  values: readonly number[][],
): Promise<{ set: vectors.VectorSet; count: number }> => {
  const { model, shortenTo } = ctx.config.embeddings ?? {};
  const dimensions = values[0]?.length ?? 0;
  if (set && set.dimensions !== dimensions) {
    throw new Error(
      `${set.model} returned ${dimensions} dimensions; its stored vectors have ${set.dimensions}. Name another EMBEDDINGS_MODEL, or set EMBEDDINGS_DIMENSIONS`,
    );
  }
  const target =
    set ??
    (await inTransaction(ctx, (tx) =>
      vectors.openSet(tx.db, {
        model: model ?? '',
        dimensions,
        shortened: shortenTo !== undefined,
      }),
    ));
  // The vectors of answers follow those of all questions, for tickets that have an answer.
  let next = rows.length;
  const embedded = rows.flatMap((row, index) => {
    const question = values[index];
    const answer = row.answer ? values[next++] : undefined;
    if (!question) return [];
    return [{ ...row, values: ticketVector(question, answer) }];
  });
  const count = await vectors.insertVectors(ctx.db, target, embedded);
  await vectors.ensureVectorIndex(ctx.db, target);
  return { set: target, count };
};
