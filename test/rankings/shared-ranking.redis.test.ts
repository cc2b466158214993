import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LocalServer } from '../../scripts/servers/local-server.ts';
import { findRedis, startRedis } from '../../scripts/servers/redis.ts';
import { cloneDatabase, type TestDatabase } from '../database.ts';
import { startApp, type TestApp } from '../harness.ts';

let redis: LocalServer;
let database: TestDatabase;
let apps: TestApp[];

beforeEach(async () => {
  redis = await startRedis(findRedis() ?? 'redis-server');
  database = await cloneDatabase();
  apps = await Promise.all(
    [1, 2].map(() =>
      startApp(
        { REDIS_URL: redis.url },
        { database: database.location, jobs: { scheduled: false } },
      ),
    ),
  );
});
afterEach(async () => {
  for (const app of apps) await app.close();
  await database.drop();
  await redis.stop();
});

const ask = async (app: TestApp) => ({ status: (await app.anonymous.getGlobalRanking()).status });

describe('the global ranking in two processes with one Redis', () => {
  it('is served without a failure while Redis is frozen and then gone', async () => {
    const askAll = async () => {
      const answers = await Promise.all(Array.from({ length: 40 }, () => apps.map(ask)).flat());
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    };
    if (redis.pid === undefined) throw new Error('no process');
    process.kill(redis.pid, 'SIGSTOP');
    // For longer than a process's copy is trusted: each asks Redis, in vain.
    const until = performance.now() + 1_500;
    while (performance.now() < until) await askAll();
    process.kill(redis.pid, 'SIGCONT');
    await redis.stop();
    await askAll();
  });
});
