import { setFlagsFromString } from 'node:v8';
import pLimit from 'p-limit';
import { Tinypool } from 'tinypool';
import { type CheckedContext, perService } from '../core/context.ts';

// What strangers send is read in a thread that can be ended, one piece at a time in a process.

const limitMs = 20_000;
/** A reading has ended by then, if its process is alive. */
export const readingEndsAfterMs = 3 * limitMs;
const idleMs = 30_000;

const threads = perService(() => {
  // A limit for the whole process would replace the thread's. This process keeps the one it began
  // with.
  setFlagsFromString('--max-old-space-size=0');
  const pool = new Tinypool({
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleMs,
    // Bounds the heap of JavaScript; buffers are bounded by the size of a mail.
    resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 },
    env: {},
  });
  // An error between two tasks: the next one gets a new thread.
  pool.on('error', () => {});
  return { pool, next: pLimit(1), later: pLimit(1) };
});

/** Waits for the thread. Of what waits, a mail that has arrived is `first`. */
export const inTurn = <T>(
  ctx: CheckedContext,
  turn: 'first' | 'later',
  work: () => Promise<T>,
): Promise<T> => {
  const { next, later } = threads(ctx);
  // Only one of the later ones is in the first queue: a mail waits for one of them at most.
  return turn === 'first' ? next(work) : later(() => next(work));
};

/** A function that a file exports, with what it is called with. */
export interface ThreadTask {
  file: URL;
  name: string;
  input: unknown;
}

/**
 * Runs a function in the thread, in a turn of {@link inTurn}. Ends the thread, and rejects, after
 * 20 seconds or when the signal aborts.
 */
export const runInWorker = (
  ctx: CheckedContext,
  { file, name, input }: ThreadTask,
  signal?: AbortSignal,
): Promise<unknown> => {
  const limit = AbortSignal.timeout(limitMs);
  return threads(ctx).pool.run(input, {
    filename: file.href,
    name,
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
  });
};
