import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LocalServer } from '../../scripts/servers/local-server.ts';
import { findRedis, startRedis } from '../../scripts/servers/redis.ts';
import { cloneDatabase, type TestDatabase } from '../database.ts';
import { startApp, type TestApp } from '../harness.ts';

let redis: LocalServer;
let database: TestDatabase;
let apps: TestApp[];

beforeAll(async () => {
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
afterAll(async () => {
  for (const app of apps) await app.close();
  await database.drop();
  await redis.stop();
});

const ask = async (app: TestApp) => {
  const started = performance.now();
  const answer = await app.anonymous.getGlobalRanking();
  const data = 'data' in answer.body ? answer.body.data : undefined;
  return { status: answer.status, ms: performance.now() - started, made: data?.lastUpdated };
};

describe('the global ranking in two processes with one Redis', () => {
  it('is made once for all of them, by 500 requests at once', async () => {
    for (const { service } of apps) {
      // Connected, and nothing kept.
      await expect.poll(() => service.contextFor('test').cache.clear('streaks:')).toBe(true);
    }
    const answers = await Promise.all(Array.from({ length: 250 }, () => apps.map(ask)).flat());
    expect(new Set(answers.map(({ status, made }) => `${status} ${made}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
  });

  it('is served without a failure, and in time, while Redis is frozen and then gone', async () => {
    const slowest = async (forMs: number) => {
      const until = performance.now() + forMs;
      const answers: Awaited<ReturnType<typeof ask>>[] = [];
      const client = async (app: TestApp) => {
        while (performance.now() < until) {
          answers.push(await ask(app));
          await pause(5);
        }
      };
      await Promise.all(apps.flatMap((app) => [1, 2, 3, 4].map(() => client(app))));
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
      const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b);
      return sorted[Math.floor(sorted.length * 0.99)] ?? 0;
    };
    const before = await slowest(1_000);
    if (redis.pid === undefined) throw new Error('no process');
    process.kill(redis.pid, 'SIGSTOP');
    const frozen = await slowest(3_000);
    process.kill(redis.pid, 'SIGCONT');
    await redis.stop();
    const gone = await slowest(2_000);
    expect(frozen - before).toBeLessThan(150);
    expect(gone - before).toBeLessThan(150);
  });
});
