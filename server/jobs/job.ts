import type { CheckedContext } from '../core/context.ts';

export interface JobRun {
  /** The scheduled time; for a manual run, the time of the request. */
  scheduledFor: Date;
  /** Aborts when the service stops, after `limitMs`, or when the lease is lost. */
  signal: AbortSignal;
}

/** Thrown if another process has the run, for instance because this process was frozen. */
export class RunLostError extends Error {
  override name = 'RunLostError';
}

/** A job; every process has all jobs. */
export interface Job {
  /** The name in kebab-case, for `jobs.run`, logs and metrics. */
  name: string;
  /** A cron pattern in São Paulo time. */
  schedule: string;
  /**
   * `once`: one process does each run; if it dies, another one takes over, and a failure is retried.
   * `every-process`: each process does each run, on time or not at all.
   */
  mode: 'once' | 'every-process';
  /** The maximum delay of a `once` run with its retries; the default is 1 hour. */
  windowMs?: number;
  /** The pauses after failures of a `once` run; the last one repeats. The default is 1, 2, 5 minutes. */
  retryPausesMs?: readonly number[];
  /** The deadline of one attempt; the default is 10 minutes. */
  limitMs?: number;
  /**
   * How long an attempt may take to end what it began after its signal, at most 8 seconds; the default is
   * 0.
   */
  lingerMs?: number;
  /**
   * Runs the job. It may run again after a crash, so it must detect what an earlier run did. In a `once` job,
   * a transaction of `ctx` throws `RunLostError` if another process has the run.
   */
  run: (ctx: CheckedContext, run: JobRun) => Promise<void>;
  /** Counts what an upgrade left to do, such as rows without a new column's value. */
  countLeft?: (ctx: CheckedContext) => Promise<number>;
}

export interface RunRecord {
  scheduledFor: Date;
  startedAt: Date;
  finishedAt: Date | null;
  outcome: 'running' | 'succeeded' | 'failed';
  attempts: number;
  error: string | null;
}
