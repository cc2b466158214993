import type { Job } from '../../server/jobs/job.ts';
import { createJobRunner, type JobRunner } from '../../server/jobs/runner.ts';
import type { JobOutcome } from '../../server/telemetry/metrics.ts';
import { startApp } from '../harness.ts';
import { ageRuns } from '../support/age.ts';
import { readMetrics } from '../telemetry/exposition.ts';

/** A database, a clock, and the job runners of several processes, which tick when a test tells them to. */
export type JobEnvironment = Awaited<ReturnType<typeof openJobEnvironment>>;

/** Opens an environment on a cloned database with its clock at this time. */
export const openJobEnvironment = async (time: string) => {
  const clock = { now: new Date(time) };
  const app = await startApp({}, { now: () => clock.now });
  const { contextFor } = app.service;
  const { db } = contextFor('test');
  const runners: JobRunner[] = [];
  return {
    db,
    clock,
    /** All log lines of the service so far. */
    logs: app.logs,
    /** Advances the clock, including leases and pauses, which use the database's clock. */
    pass: async (ms: number) => {
      clock.now = new Date(clock.now.getTime() + ms);
      await ageRuns(db, ms);
    },
    runner: (jobs: readonly Job[], { catchUp = true, leaseMs = 60_000 } = {}) => {
      const runner = createJobRunner({ jobs, catchUp, leaseMs, contextFor });
      runners.push(runner);
      return runner;
    },
    /** The number of attempts of the job `noon` with an outcome. */
    attempts: async (outcome: JobOutcome) =>
      (await readMetrics(app)).sum('job_run_duration_seconds_count', { job_name: 'noon', outcome }),
    close: async () => {
      await Promise.all(runners.map((runner) => runner.stop()));
      await app.close();
    },
  };
};

/** A daily job at noon in São Paulo that records each run and then does what the test defines. */
export const noonJob = (
  work: Job['run'] = async () => {},
  rest: Partial<Job> = {},
): Job & { runs: Date[] } => {
  const runs: Date[] = [];
  return {
    name: 'noon',
    schedule: '0 12 * * *',
    mode: 'once',
    windowMs: 6 * 3_600_000,
    ...rest,
    runs,
    run: (ctx, run) => {
      runs.push(run.scheduledFor);
      return work(ctx, run);
    },
  };
};
