import type { CheckedContext } from '../core/context.ts';

export interface JobRun {
  /** The scheduled time; of a manual run, the moment it was requested. */
  scheduledFor: Date;
  /** Aborted when the service stops, the run exceeds `limitMs`, or its lease is lost. */
  signal: AbortSignal;
}

/** Thrown to a process that lost its run to another one, for instance after it was frozen. */
export class RunLostError extends Error {
  override name = 'RunLostError';
}

/** Scheduled work. Every process knows every job. */
export interface Job {
  /** Kebab-case; used in `jobs.run`, logs and metrics. */
  name: string;
  /** A cron pattern in São Paulo time. */
  schedule: string;
  /**
   * `once`: one process does each scheduled run. If it dies another takes over; if the run fails it
   * is retried. `every-process`: each process runs it, on time or not at all.
   */
  mode: 'once' | 'every-process';
  /**
   * Of a `once` job: how long after its scheduled time a run may still start, late or as a retry.
   * Default 1 hour.
   */
  windowMs?: number;
  /**
   * Of a `once` job: the pause after each failure; the last one repeats. Default 1, 2, 5 minutes.
   */
  retryPausesMs?: readonly number[];
  /** Deadline of one attempt. Default 10 minutes. */
  limitMs?: number;
  /**
   * Does the work. A run may be repeated after a crash, so it must find what a former one did. Of a
   * `once` job, a transaction of `ctx` throws `RunLostError`, and commits nothing, if another
   * process has taken the run over.
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
