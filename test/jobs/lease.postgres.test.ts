import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../server/context.ts';
import { type JobEnvironment, noonJob, openJobEnvironment } from './job-fixtures.ts';

let environment: JobEnvironment;
afterEach(() => environment.close());

const leaseMs = 1_000;

/** A job whose worker stops giving signs of life once it runs, as one does that is frozen. */
const frozen = () => {
  const begun = Promise.withResolvers<void>();
  const thaw = Promise.withResolvers<void>();
  const outcome = Promise.withResolvers<unknown>();
  const job = noonJob(async (ctx) => {
    begun.resolve();
    await thaw.promise;
    await inTransaction(ctx, async ({ db }) => {
      await db.insertInto('tags').values({ name: 'late', color: '#000000' }).execute();
    }).then(outcome.resolve, outcome.resolve);
  });
  return { job, begun: begun.promise, thaw: thaw.resolve, outcome: outcome.promise };
};

describe('the lease of a run', () => {
  it('is kept while its holder lives', async () => {
    environment = await openJobEnvironment('2026-03-10T15:00:00.000Z');
    const slow = noonJob(() => pause(4 * leaseMs));
    const other = noonJob();
    const tick = environment.runner([slow], { leaseMs }).tick();
    const watcher = environment.runner([other], { leaseMs });
    while (slow.runs.length === 0) await pause(5);
    for (let look = 0; look < 10; look += 1) {
      await watcher.tick();
      await pause(leaseMs / 3);
    }
    await tick;
    expect(other.runs).toEqual([]);
  });

  it('is taken over from a frozen holder, which can then publish nothing', async () => {
    environment = await openJobEnvironment('2026-03-10T15:00:00.000Z');
    const { job, begun, thaw, outcome } = frozen();
    // A lease an hour long is extended every twenty minutes: for this test, never.
    const frozenTick = environment.runner([job], { leaseMs: 3_600_000 }).tick();
    await begun;
    await environment.db
      .updateTable('job_runs')
      .set({ lease_until: new Date(Date.now() - 1) })
      .execute();
    const other = noonJob(async (ctx) => {
      await inTransaction(ctx, async ({ db }) => {
        await db.insertInto('tags').values({ name: 'taken over', color: '#000000' }).execute();
      });
    });
    await environment.runner([other]).tick();
    thaw();
    expect(await outcome).toMatchObject({ name: 'RunLostError' });
    await frozenTick;
    const tags = await environment.db.selectFrom('tags').select('name').execute();
    expect(tags).toEqual([{ name: 'taken over' }]);
  });

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

  it('goes to one of twenty processes at the same moment', async () => {
    environment = await openJobEnvironment('2026-03-10T15:00:00.000Z');
    const job = noonJob();
    const runners = Array.from({ length: 20 }, () => environment.runner([job]));
    await Promise.all(runners.map((runner) => runner.tick()));
    expect(job.runs).toHaveLength(1);
  });
});
