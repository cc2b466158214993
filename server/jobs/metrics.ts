import { Gauge, type Registry } from 'prom-client';
import type { JobRunner } from './runner.ts';

/** Publishes when each job last succeeded. While the database is away the last known times stay. */
export const observeJobs = (registry: Registry, runner: Pick<JobRunner, 'list'>): void => {
  new Gauge({
    name: 'job_last_success_timestamp_seconds',
    help: 'When a job last succeeded, in seconds since 1970.',
    // Not `job`: Prometheus calls what it scrapes that.
    labelNames: ['job_name'],
    registers: [registry],
    async collect() {
      const statuses = await runner.list().catch(() => []);
      for (const { name, lastSuccessAt } of statuses) {
        if (lastSuccessAt) this.set({ job_name: name }, lastSuccessAt.getTime() / 1_000);
      }
    },
  });
};
