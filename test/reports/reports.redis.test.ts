import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LocalServer } from '../../scripts/servers/local-server.ts';
import { findRedis, startRedis } from '../../scripts/servers/redis.ts';
import { startApp, type TestApp } from '../harness.ts';

let redis: LocalServer;
let here: TestApp;
let there: TestApp;

// Two apps on one Redis. Their databases differ, so a response shows where it came from.
beforeEach(async () => {
  redis = await startRedis(findRedis() ?? 'redis-server');
  here = await startApp({ REDIS_URL: redis.url });
  there = await startApp({ REDIS_URL: redis.url });
  for (const app of [here, there]) {
    const internal = await app.trpc();
    await expect.poll(() => internal.reports.clearCache.mutate()).toEqual({ cleared: true });
  }
});
afterEach(async () => {
  await here.close();
  await there.close();
  await redis.stop();
});

const total = async (app: TestApp) => {
  const client = await app.client();
  const response = await client.getTicketTimeSeries({ query: { agrupar_por: 'ano' } });
  if (response.status !== 200) throw new Error(`${response.status}`);
  const { data, cache } = response.body;
  return { total: data.serie.reduce((sum, point) => sum + point.total, 0), hit: cache.hit };
};

const createTicket = async (app: TestApp) => {
  const internal = await app.trpc();
  await internal.tickets.create.mutate({ subject: 's', body: 'b', main: 'Conta' });
};

// On a busy machine Redis can take longer than the service waits for it; then each process makes
// reports of its own.
describe('reports with Redis', { retry: 5 }, () => {
  it('share cached reports between processes and clear them everywhere at once', async () => {
    await createTicket(here);
    const made = await total(here);
    expect(made.hit).toBe(false);
    expect(await total(there)).toMatchObject({ total: made.total, hit: true });
    await (await there.trpc()).reports.clearCache.mutate();
    await createTicket(here);
    expect(await total(here)).toMatchObject({ total: made.total + 1, hit: false });
  });
});
