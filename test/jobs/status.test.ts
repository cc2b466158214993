import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../server/core/errors.ts';
import { noonJob, openJobEnvironment } from './job-fixtures.ts';

const noon = '2026-03-10T15:00:00.000Z';
const environment = await openJobEnvironment(noon);
afterAll(() => environment.close());
const at = (time: string) => environment.pass(Date.parse(time) - environment.clock.now.getTime());
beforeEach(async () => {
  await at(noon);
  await environment.db.deleteFrom('job_runs').execute();
});

describe('the status of a job', () => {
  it('has its last run and when it last succeeded, also after a failure', async () => {
    const job = noonJob(async () => {
      if (job.runs.length === 2) throw new Error('x'.repeat(400));
    });
    const other = { ...noonJob(), name: 'other', schedule: '0 11 * * *' };
    const runner = environment.runner([other, job]);
    await runner.tick();
    const [, first] = await runner.list();
    const success = first?.lastRun?.finishedAt;
    expect(first).toMatchObject({ lastSuccessAt: success, firstRunAt: new Date(noon) });
    await at('2026-03-11T15:00:00.000Z');
    await runner.tick();
    const [status, failed] = await runner.list();
    expect(failed).toMatchObject({
      name: 'noon',
      nextRun: new Date('2026-03-12T15:00:00.000Z'),
      lastSuccessAt: success,
      firstRunAt: new Date(noon),
      lastRun: {
        scheduledFor: new Date('2026-03-11T15:00:00.000Z'),
        outcome: 'failed',
        attempts: 1,
        finishedAt: null,
        error: `Error: ${'x'.repeat(293)}`,
      },
    });
    expect(status).toMatchObject({
      lastRun: { scheduledFor: new Date('2026-03-11T14:00:00.000Z'), outcome: 'succeeded' },
    });
    // The latest of two.
    expect(status?.lastSuccessAt).toEqual(status?.lastRun?.finishedAt);
  });

  it('says when its last attempt began, and failed if its holder disappeared', async () => {
    await environment.runner([noonJob(() => Promise.reject(new Error('broken')))]).tick();
    const longAgo = new Date('2020-01-01T00:00:00Z');
    await environment.db.updateTable('job_runs').set({ started_at: longAgo }).execute();
    await at('2026-03-10T15:01:00.000Z');
    const runner = environment.runner([noonJob()]);
    await runner.tick();
    const [status] = await runner.list();
    expect(status?.lastRun?.startedAt.getTime()).toBeGreaterThan(longAgo.getTime());
    await environment.db
      .updateTable('job_runs')
      .set({ done_at: null, lease_until: longAgo })
      .execute();
    expect((await runner.list())[0]?.lastRun).toMatchObject({ outcome: 'failed', attempts: 2 });
  });

  it('shows the last success of this process for an every-process job', async () => {
    await at('2026-03-10T14:59:00.000Z');
    const job = noonJob(
      async () => {
        if (job.runs.length > 1) throw new AppError('unavailable', { detail: 'sem banco' });
      },
      { mode: 'every-process' },
    );
    const runner = environment.runner([job]);
    expect(await runner.list()).toMatchObject([
      { lastRun: null, lastSuccessAt: null, firstRunAt: null },
    ]);
    await at(noon);
    await runner.tick();
    await at('2026-03-11T15:00:00.000Z');
    await runner.tick();
    expect(await runner.list()).toMatchObject([
      {
        lastRun: { outcome: 'failed', error: 'unavailable: sem banco' },
        lastSuccessAt: new Date(noon),
      },
    ]);
  });
});

describe('a run', () => {
  it('may start for an hour, and is retried after 1, 2, 5 and 5 minutes by default', async () => {
    const { windowMs: _, ...job } = noonJob(() => Promise.reject(new Error('broken')));
    const runner = environment.runner([job]);
    const starts: number[] = [];
    for (const minute of [0, 1, 2, 3, 7, 8, 12, 13, 59, 60, 64, 65]) {
      await at(new Date(Date.parse(noon) + minute * 60_000).toISOString());
      const before = job.runs.length;
      await runner.tick();
      if (job.runs.length > before) starts.push(minute);
    }
    expect(starts).toEqual([0, 1, 3, 8, 13, 59]);
  });

  it('runs a job although another one fails', async () => {
    const [broken, fine] = [
      noonJob(() => Promise.reject(new Error('broken'))),
      { ...noonJob(), name: 'fine' },
    ];
    const runner = environment.runner([broken, fine]);
    await runner.tick();
    expect(fine.runs).toHaveLength(1);
    const outcomes = (await runner.list()).map(({ lastRun }) => lastRun?.outcome);
    expect(outcomes).toEqual(['failed', 'succeeded']);
    expect(environment.logs.slice(-20)).toContainEqual(
      expect.objectContaining({ level: 40, job: 'noon', msg: 'job failed' }),
    );
  });

  it('starts a run once the database can store it, and other jobs meanwhile', async () => {
    const [job, here] = [noonJob(), { ...noonJob(), name: 'here', mode: 'every-process' as const }];
    const runner = environment.runner([job, here]);
    await at('2026-03-11T15:00:00.000Z');
    const { schema } = environment.db;
    await schema.alterTable('job_runs').renameTo('job_runs_away').execute();
    try {
      await runner.tick();
    } finally {
      await schema.alterTable('job_runs_away').renameTo('job_runs').execute();
    }
    expect([job.runs.length, here.runs.length]).toEqual([0, 1]);
    expect(environment.logs).toContainEqual(
      expect.objectContaining({ level: 50, job: 'noon', msg: 'could not run a due job' }),
    );
    await runner.tick();
    expect([job.runs.length, here.runs.length]).toEqual([1, 1]);
  });
});
