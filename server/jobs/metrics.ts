import { Gauge, type Registry } from 'prom-client';
import type { JobRunner } from './runner.ts';

/** Publishes when each job last succeeded. While the database is away the last known times stay. */
export const observeJobs = (registry: Registry, runner: Pick<JobRunner, 'list'>): void => {
  new Gauge({
    name: 'job_last_success_timestamp_seconds',
    help: 'When a job last succeeded, in seconds since 1970.',
    labelNames: ['job'],
    registers: [registry],
    async collect() {
      const statuses = await runner.list().catch(() => []);
      for (const { name, lastSuccessAt } of statuses) {
        if (lastSuccessAt) this.set({ job: name }, lastSuccessAt.getTime() / 1_000);
      }
    },
  });
};
