import { setFlagsFromString } from 'node:v8';
import pLimit from 'p-limit';
import { Tinypool } from 'tinypool';
import { type CheckedContext, perService } from '../core/context.ts';

// A thread that can be ended reads strangers' input, one piece at a time in each process.

const limitMs = 20_000;
/** A reading has ended after this time, if its process is alive. */
export const readingEndsAfterMs = 3 * limitMs;
const idleMs = 30_000;

const threads = perService(() => {
  // A limit for the whole process would replace the thread's, so this process keeps its initial one.
  setFlagsFromString('--max-old-space-size=0');
  const pool = new Tinypool({
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleMs,
    // These limits apply to the JavaScript heap; the size of a mail limits buffers.
    resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 },
    env: {},
  });
  // If an error occurs between two tasks, the next task gets a new thread.
  pool.on('error', () => {});
  return { pool, next: pLimit(1), later: pLimit(1) };
});

/** Waits for the thread. A mail that has just arrived (`first`) goes before others. */
export const inTurn = <T>(
  ctx: CheckedContext,
  turn: 'first' | 'later',
  work: () => Promise<T>,
): Promise<T> => {
  const { next, later } = threads(ctx);
  // Only one `later` task is in the first queue, so a mail waits for at most one of them.
  return turn === 'first' ? next(work) : later(() => next(work));
};

/** An exported function of a file and its argument. */
export interface ThreadTask {
  file: URL;
  name: string;
  input: unknown;
}

/**
 * Runs a function in the thread, in a turn of {@link inTurn}. Ends the thread and rejects after 20 seconds
 * or when the signal aborts.
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
