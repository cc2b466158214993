import type { CheckedContext } from '../core/context.ts';

export interface JobRun {
  /** For a manual run, when it was requested. */
  scheduledFor: Date;
  /** Aborts when the service stops, `limitMs` is over, or the lease is lost. */
  signal: AbortSignal;
}

/** Another process has the run, for instance because this one was frozen. */
export class RunLostError extends Error {
  override name = 'RunLostError';
}

/** Every process knows every job. */
export interface Job {
  /** Kebab-case; used in `jobs.run`, logs and metrics. */
  name: string;
  /** A cron pattern in São Paulo time. */
  schedule: string;
  /**
   * `once`: one process does each run; if it dies, another takes over; a failure is retried. `every-process`:
   * each process does each run, on time or not at all.
   */
  mode: 'once' | 'every-process';
  /** The greatest delay of a `once` run, retries included. Default 1 hour. */
  windowMs?: number;
  /** Pauses after failures of a `once` run; the last repeats. Default 1, 2, 5 minutes. */
  retryPausesMs?: readonly number[];
  /** Deadline of one attempt. Default 10 minutes. */
  limitMs?: number;
  /**
   * A run may be repeated after a crash, so it must find what a former one did. Of a `once` job, a
   * transaction of `ctx` throws `RunLostError` if another process has the run.
   */
  run: (ctx: CheckedContext, run: JobRun) => Promise<void>;
}

export interface RunRecord {
  scheduledFor: Date;
  startedAt: Date;
  finishedAt: Date | null;
  outcome: 'running' | 'succeeded' | 'failed';
  attempts: number;
  error: string | null;
}
