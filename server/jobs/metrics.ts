import { Gauge, type Registry } from 'prom-client';
import type { JobRunner } from './runner.ts';

/**
 * Publishes the age of each job's last success. For a job that never succeeded it starts at its first run or
 * this process's start, so that an alert can fire. While the database is unreachable, the last values stay.
 */
export const observeJobs = (
  registry: Registry,
  runner: Pick<JobRunner, 'list' | 'countLeft'>,
): void => {
  const startedAt = new Date();
  new Gauge({
    name: 'job_last_success_timestamp_seconds',
    help: 'When a job last succeeded, in seconds since 1970; if it never has, when it first ran or the process started.',
    // Prometheus uses the label `job` for the scraped target.
    labelNames: ['job_name'],
    registers: [registry],
    aggregator: 'max',
    async collect() {
      const statuses = await runner.list().catch(() => []);
      for (const { name, lastSuccessAt, firstRunAt } of statuses) {
        const since = lastSuccessAt ?? firstRunAt ?? startedAt;
        this.set({ job_name: name }, since.getTime() / 1_000);
      }
    },
  });
  new Gauge({
    name: 'job_left',
    help: 'What an upgrade left to a job: texts, days, weeks or quizzes.',
    labelNames: ['job_name'],
    registers: [registry],
    aggregator: 'max',
    async collect() {
      const counts = await runner.countLeft().catch(() => new Map<string, number>());
      for (const [name, left] of counts) this.set({ job_name: name }, left);
    },
  });
};
