import { afterAll, expect, it } from 'vitest';
import { findRedis, startRedis } from '../../scripts/servers/redis.ts';
import { startApp, type TestApp } from '../harness.ts';
import { readMetrics } from './exposition.ts';

const server = await startRedis(findRedis() ?? 'redis-server');
const [here, there] = [
  await startApp({ REDIS_URL: server.url }),
  await startApp({ REDIS_URL: server.url }),
] as const;
afterAll(async () => {
  await Promise.all([here.close(), there.close()]);
  await server.stop();
});

const signal = (name: NodeJS.Signals): void => {
  if (server.pid !== undefined) process.kill(server.pid, name);
};

const redisCalls = async (app: TestApp, outcome: string) =>
  (await readMetrics(app)).sum('redis_calls_total', { outcome });

it('tells hits of this process from those of Redis, and how often Redis was given up', async () => {
  await expect
    .poll(async () => {
      await (await there.trpc()).reports.filters.query();
      return redisCalls(there, 'answered');
    })
    .toBeGreaterThan(0);
  await (await here.trpc()).streaks.refreshGlobalRanking.mutate();
  const ask = () => there.anonymous.getGlobalRanking();
  await Promise.all([ask(), ask(), ask()]);
  await ask();
  const { sum } = await readMetrics(there);
  const looks = (layer: string, result: string) =>
    sum('cache_lookups_total', { cache: 'streaks', layer, result });
  expect([looks('redis', 'hit'), looks('redis', 'miss')]).toEqual([1, 0]);
  expect(looks('memory', 'hit') + looks('flight', 'hit')).toBe(3);

  const clear = async () => (await there.trpc()).reports.clearCache.mutate();
  signal('SIGSTOP');
  try {
    await clear();
    await clear();
  } finally {
    signal('SIGCONT');
  }
  expect(await redisCalls(there, 'failed')).toBe(1);
  expect(await redisCalls(there, 'skipped')).toBeGreaterThan(0);
});
