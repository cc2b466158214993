import type { Context, TxContext } from '../context.ts';

/** One run of a job, as the job sees it. */
export interface JobRun {
  /** The time the run was scheduled for; of a run that an operator asked for, the moment they did. */
  scheduledFor: Date;
  /** Aborted when the service stops, the run takes over `limitMs`, or another process has taken it over. */
  signal: AbortSignal;
  /**
   * Publishes what the run made and marks the run as done, in one transaction; the run ends there. A job that needs
   * no such promise just returns.
   *
   * @throws RunLostError where another process has taken the run over: then nothing is published
   */
  finish: <T>(publish: (tx: TxContext) => Promise<T>) => Promise<T>;
}

/** Thrown at a process that a run was taken over from, for instance after it had been frozen. */
export class RunLostError extends Error {
  override name = 'RunLostError';
}

/** Work at given times. Every process knows every job. */
export interface Job {
  /** Kebab-case. It names the job in `jobs.run`, in the log and in metrics. */
  name: string;
  /** A cron pattern, read in São Paulo time. */
  schedule: string;
  /**
   * `once`: one process does each scheduled run; where it dies another does, where it fails it is tried again.
   * `every-process`: each process runs it for itself, at the time or not at all; two of them may do so at once.
   */
  mode: 'once' | 'every-process';
  /**
   * Of a `once` job: for how long after its time a run may still begin, be it because nobody was up, or after
   * failures. Default 1 hour.
   */
  windowMs?: number;
  /** Of a `once` job: the pauses after its first failure, its second and so on; the last one repeats. Default 1, 2, 5 minutes. */
  retryPausesMs?: readonly number[];
  /** How long a run may take. Default 10 minutes. */
  limitMs?: number;
  run: (ctx: Context, run: JobRun) => Promise<void>;
}

/** How a run went, or that it is still going. */
export interface RunRecord {
  scheduledFor: Date;
  startedAt: Date;
  finishedAt: Date | null;
  outcome: 'running' | 'succeeded' | 'failed';
  attempts: number;
  /** What went wrong, of a failed run. */
  error: string | null;
}
