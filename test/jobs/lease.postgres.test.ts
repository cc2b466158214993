import { afterEach, describe, expect, it } from 'vitest';
import { type JobEnvironment, noonJob, openJobEnvironment } from './job-fixtures.ts';

let environment: JobEnvironment;
afterEach(() => environment.close());

const leaseMs = 1_000;

describe('the lease of a run', () => {
  it('aborts its holder when another process took the run over', async () => {
    environment = await openJobEnvironment('2026-03-10T15:00:00.000Z');
    const begun = Promise.withResolvers<void>();
    const job = noonJob(async (_ctx, { signal }) => {
      begun.resolve();
      await new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    });
    const tick = environment.runner([job], { leaseMs }).tick();
    await begun.promise;
    await environment.db.updateTable('job_runs').set({ attempts: 7 }).execute();
    await tick;
    const [run] = await environment.db.selectFrom('job_runs').selectAll().execute();
    expect(run).toMatchObject({ attempts: 7, error: null });
    expect(await environment.attempts('lost')).toBe(1);
  });
});
