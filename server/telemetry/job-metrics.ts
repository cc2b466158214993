import { Gauge, type Registry } from 'prom-client';

/** Publishes when each job last succeeded. While the database is unreachable the last values stay. */
export const observeJobs = (
  registry: Registry,
  runner: { list: () => Promise<{ name: string; lastSuccessAt: Date | null }[]> },
): void => {
  new Gauge({
    name: 'job_last_success_timestamp_seconds',
    help: 'When a job last succeeded, in seconds since 1970.',
    // Not `job`: Prometheus uses that label for the scraped target.
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
