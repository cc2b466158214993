import type { Tx } from '../../db/connection/database.ts';
import type { HeldRun } from '../../db/jobs/jobs.ts';
import * as runs from '../../db/jobs/jobs.ts';
import { pauseAfter } from '../../db/jobs/work-rows.ts';
import { abortable } from '../core/abortable.ts';
import { minuteMs } from '../core/civil-time.ts';
import type { CheckedContext } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import type { JobOutcome } from '../telemetry/metrics.ts';
import { type Job, type JobRun, RunLostError, type RunRecord } from './job.ts';
import { keepLease } from './lease.ts';

const defaultLimitMs = 600_000;
const defaultPausesMs = [minuteMs, 2 * minuteMs, 5 * minuteMs];
const maxErrorLength = 300;

/** Runs a claimed attempt; throws only if the outcome cannot be stored. */
export const attemptClaimed = async (
  ctx: CheckedContext,
  job: Job,
  held: HeldRun,
  options: { leaseMs: number; stopping: AbortSignal },
): Promise<void> => {
  const lease = keepLease(ctx, held, options.leaseMs);
  const fence = async (tx: Tx) => {
    // Locks the row, so that no process takes the run over while this commits.
    if (!(await runs.lockHeldRun(tx, held))) throw lost(job);
  };
  try {
    const signal = AbortSignal.any([lease.signal, options.stopping]);
    await measured(ctx, job, options.stopping, async () => {
      await attempt({ ...ctx, fence }, job, { scheduledFor: held.scheduledFor, signal });
      if (!(await runs.finishRun(ctx.db, held))) throw lost(job);
    });
  } catch (error) {
    const pauseMs = options.stopping.aborted ? 0 : retryPause(job, held.fence);
    await runs.failRun(ctx.db, held, { error: describe(error), pauseMs });
  } finally {
    lease.release();
  }
};

/** Runs an attempt of an `every-process` job; never throws. */
export const attemptHere = async (
  ctx: CheckedContext,
  job: Job,
  scheduledFor: Date,
  stopping: AbortSignal,
): Promise<RunRecord> => {
  const startedAt = ctx.now();
  const record = { scheduledFor, startedAt, attempts: 1 };
  try {
    await measured(ctx, job, stopping, () => attempt(ctx, job, { scheduledFor, signal: stopping }));
    return { ...record, finishedAt: ctx.now(), outcome: 'succeeded', error: null };
  } catch (error) {
    return { ...record, finishedAt: ctx.now(), outcome: 'failed', error: describe(error) };
  }
};

const measured = async (
  ctx: CheckedContext,
  job: Job,
  stopping: AbortSignal,
  work: () => Promise<void>,
): Promise<void> => {
  const started = performance.now();
  const report = (outcome: JobOutcome) =>
    ctx.metrics.job(job.name, outcome, (performance.now() - started) / 1_000);
  try {
    await ctx.span(`job ${job.name}`, { 'leitor.job': job.name }, work);
    report('succeeded');
  } catch (error) {
    if (stopping.aborted) report('stopped');
    else report(error instanceof RunLostError ? 'lost' : 'failed');
    throw error;
  }
};

const attempt = async (ctx: CheckedContext, job: Job, run: JobRun): Promise<void> => {
  const log = ctx.log.child({ job: job.name, scheduledFor: run.scheduledFor });
  const signal = AbortSignal.any([run.signal, AbortSignal.timeout(job.limitMs ?? defaultLimitMs)]);
  const started = performance.now();
  try {
    signal.throwIfAborted();
    const work = job.run({ ...ctx, log }, { ...run, signal });
    // A job that ignores its signal is abandoned, and its transactions then commit nothing.
    await abortable(work, signal).catch(async (error) => {
      if (job.lingerMs) {
        await abortable(work, AbortSignal.timeout(job.lingerMs)).catch(() => undefined);
      }
      throw error;
    });
    log.debug({ ms: Math.round(performance.now() - started) }, 'job succeeded');
  } catch (error) {
    log.warn({ err: error }, 'job failed');
    throw error;
  }
};

const retryPause = (job: Job, failures: number): number =>
  pauseAfter(failures, job.retryPausesMs ?? defaultPausesMs);

const lost = (job: Job): RunLostError =>
  new RunLostError(`another process has taken over ${job.name}`);

/** Describes an error for operators: its code, or its name and message. */
const describe = (error: unknown): string => {
  if (error instanceof AppError) return error.message;
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.slice(0, maxErrorLength);
};
