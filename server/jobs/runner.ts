import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { Cron } from 'croner';
import type { RunKey } from '../../db/jobs/jobs.ts';
import * as runs from '../../db/jobs/jobs.ts';
import { dayMs, hourMs } from '../core/civil-time.ts';
import type { CheckedContext } from '../core/context.ts';
import { AppError, orThrow } from '../core/errors.ts';
import { attemptClaimed, attemptHere } from './attempt.ts';
import type { Job, RunRecord } from './job.ts';
import { parseSchedule, type Schedule } from './schedule.ts';

interface JobStatus {
  name: string;
  /** A cron pattern in São Paulo time. */
  schedule: string;
  nextRun: Date;
  /** The latest run in any process; for `every-process` jobs, in this process. */
  lastRun: RunRecord | null;
  lastSuccessAt: Date | null;
  /** The scheduled moment of the earliest known run; null if the job never ran. */
  firstRunAt: Date | null;
}

export interface JobRunner {
  /** Ticks now and every 10 seconds until it is stopped. */
  start: () => void;
  /** Runs due jobs and resolves when they have ended; never throws. */
  tick: (moment?: Date) => Promise<void>;
  list: () => Promise<JobStatus[]>;
  /** Counts what an upgrade left to do, by job; jobs that an upgrade leaves nothing are not in it. */
  countLeft: () => Promise<Map<string, number>>;
  /** Runs a job now, ignoring its schedule. @throws AppError `job-not-found`, `job-running` */
  run: (name: string) => Promise<RunRecord>;
  /** Aborts running jobs and waits for them, at most 10 s. */
  stop: () => Promise<void>;
}

interface RunnerOptions {
  jobs: readonly Job[];
  contextFor: (name: string) => CheckedContext;
  /** True if runs that were missed before this process started are made up for. */
  catchUp: boolean;
  /** Without an extension for this long, another process takes over. */
  leaseMs: number;
}

interface Entry {
  job: Job;
  schedule: Schedule;
  /** The latest scheduled time that this process has handled. */
  settled: Date | undefined;
  /** The last run of an `every-process` job in this process. */
  lastHere: RunRecord | undefined;
  lastSuccessHere: Date | undefined;
}

const graceMs = 10_000;
const retentionMs = 90 * dayMs;

export const createJobRunner = ({
  jobs,
  contextFor,
  catchUp,
  leaseMs,
}: RunnerOptions): JobRunner => {
  const owner = `${hostname()}:${process.pid}:${randomUUID()}`;
  const startedAt = contextFor('jobs').now();
  const entries = new Map<string, Entry>(
    jobs.map((job) => {
      const schedule = parseSchedule(job.schedule);
      const missed = job.mode === 'every-process' || !catchUp;
      const settled = missed ? schedule.latest(startedAt) : undefined;
      return [
        job.name,
        { job, schedule, settled, lastHere: undefined, lastSuccessHere: undefined },
      ];
    }),
  );
  const running = new Map<string, Promise<unknown>>();
  const stopping = new AbortController();
  let ticker: Cron | undefined;

  /** Runs work; undefined if the job is already running in this process or the runner is stopping. */
  const exclusively = async <T>(name: string, work: () => Promise<T>): Promise<T | undefined> => {
    if (running.has(name) || stopping.signal.aborted) return undefined;
    const promise = work();
    running.set(name, promise);
    try {
      return await promise;
    } finally {
      running.delete(name);
    }
  };

  const runClaimed = async (ctx: CheckedContext, { job }: Entry, key: RunKey) => {
    const held = await runs.claimRun(ctx.db, key, { owner, leaseMs });
    if (!held) return false;
    await attemptClaimed(ctx, job, held, { leaseMs, stopping: stopping.signal });
    return true;
  };

  const runHere = async (
    ctx: CheckedContext,
    entry: Entry,
    scheduledFor: Date,
  ): Promise<RunRecord> => {
    const record = await attemptHere(ctx, entry.job, scheduledFor, stopping.signal);
    entry.lastHere = record;
    if (record.outcome === 'succeeded') entry.lastSuccessHere = record.startedAt;
    return record;
  };

  const runIfDue = async (entry: Entry, moment: Date): Promise<void> => {
    const { job, schedule } = entry;
    const ctx = contextFor(`job:${job.name}`);
    const scheduledFor = schedule.latest(moment);
    if (entry.settled && scheduledFor <= entry.settled) return;
    if (job.mode === 'every-process') {
      entry.settled = scheduledFor;
      await runHere(ctx, entry, scheduledFor);
      return;
    }
    const key = { job: job.name, scheduledFor };
    const windowClosed = moment.getTime() >= scheduledFor.getTime() + (job.windowMs ?? hourMs);
    if (windowClosed) {
      entry.settled = scheduledFor;
    } else if (await runClaimed(ctx, entry, key)) {
      await runs.deleteRunsBefore(ctx.db, job.name, new Date(moment.getTime() - retentionMs));
    } else if ((await runs.findRun(ctx.db, key))?.doneAt) {
      entry.settled = scheduledFor;
    }
  };

  const tick: JobRunner['tick'] = async (moment) => {
    const ctx = contextFor('jobs');
    const at = moment ?? ctx.now();
    await Promise.all(
      [...entries.values()].map((entry) =>
        exclusively(entry.job.name, () => runIfDue(entry, at)).catch((error) =>
          ctx.log.error({ err: error, job: entry.job.name }, 'could not run a due job'),
        ),
      ),
    );
  };

  const list = async (): Promise<JobStatus[]> => {
    const ctx = contextFor('jobs');
    const now = ctx.now();
    const stored = await runs.listLatestRuns(ctx.db, [...entries.keys()]);
    return [...entries.values()].map(({ job, schedule, lastHere, lastSuccessHere }) => {
      const row = stored.find((run) => run.job === job.name);
      return {
        name: job.name,
        schedule: job.schedule,
        nextRun: schedule.next(now),
        lastRun: lastHere ?? (row ? recordOf(row) : null),
        lastSuccessAt: lastSuccessHere ?? row?.lastSuccessAt ?? null,
        firstRunAt: row?.firstRunAt ?? lastHere?.scheduledFor ?? null,
      };
    });
  };

  const countLeft: JobRunner['countLeft'] = async () => {
    const ctx = contextFor('jobs');
    const counts = [...entries.values()].flatMap(({ job: { name, countLeft } }) =>
      countLeft ? [countLeft(ctx).then((left) => [name, left] as const)] : [],
    );
    return new Map(await Promise.all(counts));
  };

  const run: JobRunner['run'] = async (name) => {
    const entry = orThrow(entries.get(name), 'job-not-found');
    const ctx = contextFor(`job:${name}`);
    const scheduledFor = ctx.now();
    const record = await exclusively(name, async () => {
      if (entry.job.mode === 'every-process') return runHere(ctx, entry, scheduledFor);
      const key = { job: name, scheduledFor };
      if (!(await runClaimed(ctx, entry, key))) return undefined;
      const row = await runs.findRun(ctx.db, key);
      return row && recordOf(row);
    });
    return orThrow(record, 'job-running');
  };

  return {
    start: () => {
      ticker = new Cron('*/10 * * * * *', { unref: true }, () => void tick());
      void tick();
    },
    tick,
    list,
    countLeft,
    run,
    stop: async () => {
      ticker?.stop();
      stopping.abort(new AppError('unavailable', { cause: new Error('the service is stopping') }));
      const { promise: timedOut, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, graceMs);
      await Promise.race([Promise.allSettled(running.values()), timedOut]);
      clearTimeout(timer);
    },
  };
};

const recordOf = (row: runs.JobRunRow): RunRecord => {
  const unfinished = row.held ? 'running' : 'failed';
  return {
    scheduledFor: row.scheduledFor,
    startedAt: row.startedAt,
    finishedAt: row.doneAt,
    outcome: row.doneAt ? 'succeeded' : unfinished,
    attempts: row.attempts,
    error: row.error,
  };
};
