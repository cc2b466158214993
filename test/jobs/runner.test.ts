import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type CheckedContext, inTransaction } from '../../server/core/context.ts';
import { RunLostError } from '../../server/jobs/job.ts';
import { noonJob, openJobEnvironment } from './job-fixtures.ts';

const environment = await openJobEnvironment('2026-03-10T15:00:00.000Z');
afterAll(() => environment.close());
const at = (time: string) => environment.pass(Date.parse(time) - environment.clock.now.getTime());
beforeEach(async () => {
  await at('2026-03-10T15:00:00.000Z');
  await environment.db.deleteFrom('job_runs').execute();
});

describe('a job that runs once', () => {
  it('runs at its time, once, in one of four processes', async () => {
    await at('2026-03-10T14:59:55.000Z');
    const job = noonJob();
    const runners = [1, 2, 3, 4].map(() => environment.runner([job], { catchUp: false }));
    await Promise.all(runners.map((runner) => runner.tick()));
    expect(job.runs).toEqual([]);
    await at('2026-03-10T15:00:00.000Z');
    await Promise.all(runners.map((runner) => runner.tick()));
    expect(job.runs).toEqual([new Date('2026-03-10T15:00:00.000Z')]);
    await at('2026-03-11T15:00:00.000Z');
    await Promise.all(runners.map((runner) => runner.tick()));
    expect(job.runs).toHaveLength(2);
  });

  it('makes up at once for a time that nobody was up for, within its window', async () => {
    await at('2026-03-10T17:00:00.000Z');
    const job = noonJob();
    await environment.runner([job]).tick();
    expect(job.runs).toEqual([new Date('2026-03-10T15:00:00.000Z')]);
  });

  it('is given up when its window ends', async () => {
    await at('2026-03-10T20:59:59.000Z');
    const job = noonJob(() => Promise.reject(new Error('never')), { retryPausesMs: [0] });
    const runner = environment.runner([job]);
    await runner.tick();
    await at('2026-03-10T21:00:00.000Z');
    await runner.tick();
    expect(job.runs).toHaveLength(1);
    const [status] = await runner.list();
    expect(status?.lastRun).toMatchObject({ outcome: 'failed', error: 'Error: never' });
  });

  it('is stopped when it takes too long, even if it does not listen, and publishes nothing then', async () => {
    let left: CheckedContext | undefined;
    let told: AbortSignal | undefined;
    const job = noonJob(
      (ctx, { signal }) => {
        left = ctx;
        told = signal;
        return new Promise(() => undefined);
      },
      { limitMs: 20 },
    );
    const runner = environment.runner([job]);
    await runner.tick();
    expect(told?.aborted).toBe(true);
    await expect(left && inTransaction(left, async () => undefined)).rejects.toBeInstanceOf(
      RunLostError,
    );
    const [status] = await runner.list();
    expect(status?.lastRun).toMatchObject({ outcome: 'failed', attempts: 1 });
  });

  it.each([
    ['returns', () => undefined],
    ['fails', () => Promise.reject(new Error('late'))],
  ])('is not ended by a frozen holder who %s after another took it over', async (_, end) => {
    const begun = Promise.withResolvers<CheckedContext>();
    const thaw = Promise.withResolvers<void>();
    const frozen = noonJob(async (ctx) => {
      begun.resolve(ctx);
      await thaw.promise;
      await end();
    });
    const former = environment.runner([frozen]).tick();
    const ctx = await begun.promise;
    await at('2026-03-10T15:01:00.000Z');
    const finish = Promise.withResolvers<void>();
    const job = noonJob(() => finish.promise);
    const other = environment.runner([job]);
    const taking = other.tick();
    await expect.poll(() => job.runs).toHaveLength(1);
    await expect(inTransaction(ctx, async () => undefined)).rejects.toBeInstanceOf(RunLostError);
    thaw.resolve();
    await former;
    const [running] = await other.list();
    expect(running?.lastRun).toMatchObject({ outcome: 'running', attempts: 2, error: null });
    finish.resolve();
    await taking;
    const [done] = await other.list();
    expect(done?.lastRun).toMatchObject({ outcome: 'succeeded', attempts: 2 });
  });

  it('is given back when its process stops, and another finishes it', async () => {
    const begun = Promise.withResolvers<void>();
    const slow = noonJob(async (_ctx, { signal }) => {
      begun.resolve();
      await new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    });
    const stopped = environment.runner([slow]);
    const tick = stopped.tick();
    await begun.promise;
    await stopped.stop();
    await tick;
    expect(await environment.attempts('stopped')).toBe(1);
    const job = noonJob();
    const other = environment.runner([job]);
    await other.tick();
    expect(job.runs).toEqual([new Date('2026-03-10T15:00:00.000Z')]);
    const [status] = await other.list();
    expect(status?.lastRun).toMatchObject({ outcome: 'succeeded', attempts: 2, error: null });
  });
});

describe('the runs of a job', () => {
  it('are deleted after 90 days, unless they are held, and not those of other jobs', async () => {
    const yearly = { ...noonJob(), name: 'yearly', schedule: '0 12 10 3 *' };
    const runner = environment.runner([noonJob(), yearly]);
    const firstRuns = async () =>
      (await runner.list()).map(({ firstRunAt }) => firstRunAt?.toISOString());
    const holdUntil = (until: Date) =>
      environment.db.updateTable('job_runs').set({ lease_until: until }).execute();
    await runner.tick();
    await holdUntil(new Date(0));
    await at('2026-06-08T15:00:00.000Z');
    await runner.tick();
    expect(await firstRuns()).toEqual(['2026-03-10T15:00:00.000Z', '2026-03-10T15:00:00.000Z']);
    await at('2026-06-09T15:00:00.000Z');
    await runner.tick();
    expect(await firstRuns()).toEqual(['2026-06-08T15:00:00.000Z', '2026-03-10T15:00:00.000Z']);
    await holdUntil(new Date('2100-01-01'));
    await at('2026-12-09T15:00:00.000Z');
    await runner.tick();
    expect((await firstRuns())[0]).toBe('2026-06-08T15:00:00.000Z');
  });
});

describe('a job that every process runs', () => {
  it('runs in each process at its time, and is not made up for', async () => {
    await at('2026-03-10T15:00:30.000Z');
    const job = noonJob(undefined, { mode: 'every-process', schedule: '* * * * *' });
    const runners = [environment.runner([job]), environment.runner([job])];
    await Promise.all(runners.map((runner) => runner.tick()));
    expect(job.runs).toEqual([]);
    await at('2026-03-10T15:01:00.000Z');
    await Promise.all(runners.map((runner) => runner.tick()));
    await Promise.all(runners.map((runner) => runner.tick()));
    expect(job.runs).toHaveLength(2);
    const [status] = await (runners[0] ?? environment.runner([])).list();
    expect(status?.lastRun).toMatchObject({ outcome: 'succeeded' });
  });
});

describe('running a job by hand', () => {
  it('runs it now and returns the outcome', async () => {
    await at('2026-03-10T18:30:00.000Z');
    const job = noonJob();
    const runner = environment.runner([job], { catchUp: false });
    const record = await runner.run('noon');
    expect(record).toMatchObject({ outcome: 'succeeded', attempts: 1, error: null });
    expect(job.runs).toEqual([new Date('2026-03-10T18:30:00.000Z')]);
  });

  it('is refused while another process runs it', async () => {
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const job = noonJob(() => {
      begun.resolve();
      return end.promise;
    });
    const tick = environment.runner([job]).tick();
    await begun.promise;
    const other = environment.runner([job]);
    await expect(other.run('noon')).rejects.toMatchObject({ code: 'job-running' });
    const running = { outcome: 'running', attempts: 1, finishedAt: null, error: null };
    expect((await other.list())[0]).toMatchObject({ lastRun: running, lastSuccessAt: null });
    end.resolve();
    await tick;
    expect((await other.list())[0]?.lastRun).toMatchObject({
      outcome: 'succeeded',
      finishedAt: expect.any(Date),
    });
  });

  it('is refused while this process runs it, and once it stops', async () => {
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const job = noonJob(
      () => {
        begun.resolve();
        return end.promise;
      },
      { mode: 'every-process' },
    );
    const runner = environment.runner([job]);
    const refusal = { code: 'job-running' };
    const first = runner.run('noon');
    await begun.promise;
    await expect(runner.run('noon')).rejects.toMatchObject(refusal);
    end.resolve();
    expect(await first).toMatchObject({ outcome: 'succeeded' });
    await runner.stop();
    await expect(runner.run('noon')).rejects.toMatchObject(refusal);
    expect(job.runs).toHaveLength(1);
  });
});
