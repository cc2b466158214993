import type { Job } from '../../server/jobs/job.ts';
import { createJobRunner, type JobRunner } from '../../server/jobs/runner.ts';
import type { JobOutcome } from '../../server/telemetry/metrics.ts';
import { startApp } from '../harness.ts';
import { ageRuns } from '../support/age.ts';
import { readMetrics } from '../telemetry/exposition.ts';

/** One database, one clock, and job runners of several processes, which tick when the test says so. */
export type JobEnvironment = Awaited<ReturnType<typeof openJobEnvironment>>;

/** Opens an environment on a cloned database, its clock at the given time. */
export const openJobEnvironment = async (time: string) => {
  const clock = { now: new Date(time) };
  const app = await startApp({}, { now: () => clock.now });
  const { contextFor } = app.service;
  const { db } = contextFor('test');
  const runners: JobRunner[] = [];
  return {
    db,
    clock,
    /** Every log line of the service so far. */
    logs: app.logs,
    /** Lets time pass, also for leases and pauses, which go by the database's clock. */
    pass: async (ms: number) => {
      clock.now = new Date(clock.now.getTime() + ms);
      await ageRuns(db, ms);
    },
    runner: (jobs: readonly Job[], { catchUp = true, leaseMs = 60_000 } = {}) => {
      const runner = createJobRunner({ jobs, catchUp, leaseMs, contextFor });
      runners.push(runner);
      return runner;
    },
    /** How many attempts of the job `noon` ended in this way. */
    attempts: async (outcome: JobOutcome) =>
      (await readMetrics(app)).sum('job_run_duration_seconds_count', { job_name: 'noon', outcome }),
    close: async () => {
      await Promise.all(runners.map((runner) => runner.stop()));
      await app.close();
    },
  };
};

/** A daily job at noon in São Paulo that notes each run, and then does what the test says. */
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
