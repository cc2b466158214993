import type { HeldRun } from '../../db/jobs/jobs.ts';
import * as runs from '../../db/jobs/jobs.ts';
import type { CheckedContext } from '../core/context.ts';
import { RunLostError } from './job.ts';

interface Lease {
  /** Aborts with `RunLostError` when another process may have taken the run. */
  signal: AbortSignal;
  release: () => void;
}

/**
 * Extends the lease three times in its duration. A run without the database for a whole lease counts as
 * lost.
 */
export const keepLease = (
  ctx: Pick<CheckedContext, 'db' | 'log'>,
  run: HeldRun,
  leaseMs: number,
): Lease => {
  const lost = new AbortController();
  let heldUntil = performance.now() + leaseMs;
  let extending = false;
  const lose = () => lost.abort(new RunLostError(`another process took over ${run.job}`));
  const extend = async () => {
    if (extending) return;
    extending = true;
    const sentAt = performance.now();
    try {
      if (await runs.extendLease(ctx.db, run, leaseMs)) heldUntil = sentAt + leaseMs;
      else lose();
    } catch (error) {
      ctx.log.warn({ err: error, job: run.job }, 'could not extend the lease of a job');
    } finally {
      extending = false;
    }
  };
  const timer = setInterval(() => {
    if (performance.now() > heldUntil) lose();
    else void extend();
  }, leaseMs / 3);
  timer.unref();
  return { signal: lost.signal, release: () => clearInterval(timer) };
};
