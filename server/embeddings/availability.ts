import type { EmbeddingFailure } from '../clients/embeddings.ts';
import { type CheckedContext, perService } from '../core/context.ts';

/** Why only words are searched although embeddings are configured. */
export type WordsAlone = 'no-extension' | 'not-ready' | EmbeddingFailure;

/** Why requests about questions are paused, and the end of the pause in milliseconds since the epoch. */
interface Pause {
  reason: EmbeddingFailure;
  until: number;
}

const stateOf = perService((): { pause: Pause | undefined } => ({ pause: undefined }));

const pauseMs = 30_000;

/**
 * Returns the service's failure of the last half minute, if any: a batch must not wait for it for each
 * ticket.
 */
export const pausedBecause = (ctx: CheckedContext): EmbeddingFailure | undefined => {
  const { pause } = stateOf(ctx);
  return pause && ctx.now().getTime() < pause.until ? pause.reason : undefined;
};

/** Pauses requests about questions for half a minute, and logs why. */
export const pauseQuestions = (
  ctx: CheckedContext,
  { reason, detail }: { reason: EmbeddingFailure; detail?: string },
): void => {
  stateOf(ctx).pause = { reason, until: ctx.now().getTime() + pauseMs };
  ctx.log.warn({ reason, detail }, 'similar tickets are found by words alone');
};

/** Logs why settled tickets are not embedded in this run. */
export const reportBacklog = (ctx: CheckedContext, reason: WordsAlone, detail?: string): void =>
  ctx.log.warn({ reason, detail }, 'settled tickets are not embedded');
