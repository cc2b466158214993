import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import type { CheckedContext } from '../../server/core/context.ts';
import { createJobRunner } from '../../server/jobs/runner.ts';

afterEach(() => vi.useRealTimers());

it('a runner ticks at once and every ten seconds, and gives jobs ten seconds to stop', async () => {
  vi.useFakeTimers({ now: new Date('2026-03-10T15:00:00.500Z') });
  const ticks: number[] = [];
  const contextFor = () =>
    ({
      now: () => {
        ticks.push(Date.now() % 60_000);
        return new Date();
      },
      log: pino({ level: 'silent' }),
      metrics: { job: () => undefined },
      // No job ever ends.
      span: () => new Promise(() => undefined),
    }) as unknown as CheckedContext;
  const job = { name: 'yearly', schedule: '0 12 1 1 *', mode: 'every-process' } as const;
  const jobs = [{ ...job, run: async () => undefined }];
  const runner = createJobRunner({ jobs, contextFor, catchUp: true, leaseMs: 60_000 });
  ticks.length = 0;
  runner.start();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(ticks).toEqual([500, 10_000, 20_000, 30_000]);
  void runner.run(job.name);
  ticks.length = 0;
  let stopped = false;
  void runner.stop().then(() => {
    stopped = true;
  });
  await vi.advanceTimersByTimeAsync(9_999);
  expect(stopped).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect([stopped, ticks]).toEqual([true, []]);
});
