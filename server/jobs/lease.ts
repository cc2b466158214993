import type { HeldRun } from '../../db/jobs.ts';
import * as runs from '../../db/jobs.ts';
import type { Context } from '../context.ts';
import { RunLostError } from './job.ts';

/** A lease that is being kept. */
export interface Lease {
  /** Aborted once the run has been lost to another process, or may have been. */
  signal: AbortSignal;
  release: () => void;
}

/**
 * Keeps a held run by extending its lease three times a lease. A database that is away for longer than the lease counts as
 * the run being lost.
 */
export const keepLease = (
  ctx: Pick<Context, 'db' | 'log'>,
  run: HeldRun,
  leaseMs: number,
): Lease => {
  const lost = new AbortController();
  let heldUntil = performance.now() + leaseMs;
  let asking = false;
  const lose = () => lost.abort(new RunLostError(`another process took over ${run.job}`));
  const beat = async () => {
    if (asking) return;
    asking = true;
    const asked = performance.now();
    try {
      if (await runs.extendLease(ctx.db, run, leaseMs)) heldUntil = asked + leaseMs;
      else lose();
    } catch (error) {
      ctx.log.warn({ err: error, job: run.job }, 'could not extend the lease of a job');
    } finally {
      asking = false;
    }
  };
  const timer = setInterval(() => {
    if (performance.now() > heldUntil) lose();
    else void beat();
  }, leaseMs / 3);
  timer.unref();
  return { signal: lost.signal, release: () => clearInterval(timer) };
};
