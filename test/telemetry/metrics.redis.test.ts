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

const redisCalls = async (app: TestApp, outcome: string) =>
  (await readMetrics(app)).sum('redis_calls_total', { outcome });

const look = async (layer: string, result: string) =>
  (await readMetrics(there)).sum('cache_lookups_total', { cache: 'streaks', layer, result });

// A busy machine may make Redis seem away for a while: each number is waited for.
const patience = { timeout: 25_000 };

it('distinguishes hits in this process from hits in Redis', async () => {
  const ask = async (layer: string) => {
    const [answer] = await Promise.all([1, 2, 3].map(() => there.anonymous.getGlobalRanking()));
    expect(answer?.status).toBe(200);
    return look(layer, 'hit');
  };
  await expect
    .poll(async () => {
      await (await here.trpc()).streaks.refreshGlobalRanking.mutate();
      return redisCalls(here, 'answered');
    }, patience)
    .toBeGreaterThan(0);
  await expect.poll(() => ask('redis'), patience).toBeGreaterThan(0);
  await expect.poll(() => ask('flight'), patience).toBeGreaterThan(0);
  await expect.poll(() => ask('memory'), patience).toBeGreaterThan(0);
});
