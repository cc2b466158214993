import type { EmbeddingFailure } from '../clients/embeddings.ts';
import { type CheckedContext, perService } from '../core/context.ts';

/** Why only words are searched although embeddings are configured. */
export type WordsAlone = 'no-extension' | 'not-ready' | EmbeddingFailure;

/** A part that uses embeddings: the search for similar tickets, or the job that embeds settled ones. */
type Part = 'search' | 'backlog';

interface State {
  /** The last logged reason for each part, until the part works again. */
  reported: Map<Part, WordsAlone>;
  /** Why requests about questions are paused, and the end of the pause in milliseconds since the epoch. */
  pause: { reason: EmbeddingFailure; until: number } | undefined;
}

const stateOf = perService((): State => ({ reported: new Map(), pause: undefined }));

const pauseMs = 30_000;

const consequences: Record<Part, string> = {
  search: 'similar tickets are found by words alone',
  backlog: 'settled tickets are not embedded',
};

const causes: Record<WordsAlone, string> = {
  'no-extension': 'the database has no pgvector',
  'not-ready': 'settled tickets are being embedded',
  unavailable: 'the embedding service is away',
  unusable: 'the embedding service returns unusable vectors',
  'over-budget': "the day's tokens for embeddings are used up",
};

/** Logs why a part works without embeddings, once while the reason stays the same. */
export const reportWordsAlone = (
  ctx: CheckedContext,
  part: Part,
  reason: WordsAlone,
  detail?: string,
): void => {
  const { reported } = stateOf(ctx);
  if (reported.get(part) === reason) return;
  reported.set(part, reason);
  const level = reason === 'not-ready' ? 'info' : 'warn';
  ctx.log[level]({ reason, ...(detail && { detail }) }, `${causes[reason]}: ${consequences[part]}`);
};

/** Logs that a part works again, if it did not before. */
export const reportMeaning = (ctx: CheckedContext, part: Part): void => {
  if (!stateOf(ctx).reported.delete(part)) return;
  ctx.log.info({ part }, 'embeddings are in use again');
};

/**
 * Returns the service's failure of the last half minute, if any: a batch must not wait for it for each
 * ticket.
 */
export const pausedBecause = (ctx: CheckedContext): EmbeddingFailure | undefined => {
  const { pause } = stateOf(ctx);
  return pause && ctx.now().getTime() < pause.until ? pause.reason : undefined;
};

/** Pauses requests about questions for half a minute. */
export const pauseQuestions = (ctx: CheckedContext, reason: EmbeddingFailure): void => {
  stateOf(ctx).pause = { reason, until: ctx.now().getTime() + pauseMs };
};
