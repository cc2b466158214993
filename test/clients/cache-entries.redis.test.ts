import { hash } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { LocalServer } from '../../scripts/servers/local-server.ts';
import { findRedis, startRedis } from '../../scripts/servers/redis.ts';
import { type Loader, type LookupOptions, openCaches } from '../../server/clients/cache.ts';
import { openRecentWriters } from '../../server/clients/recent-writers.ts';
import { openRedis } from '../../server/clients/redis.ts';

let server: LocalServer;
beforeAll(async () => {
  server = await startRedis(findRedis() ?? 'redis-server');
});
afterAll(() => server.stop());

const connect = async () => {
  // A busy machine lets Redis wait.
  const redis = openRedis(server.url, pino({ level: 'silent' }), undefined, 60_000);
  onTestFinished(() => redis.close());
  await expect.poll(() => redis.client.isReady).toBe(true);
  return redis;
};

/** The caches of two processes, with one clock. */
const setUp = async () => {
  let time = Date.now();
  const [mine, theirs] = [await connect(), await connect()];
  const now = () => new Date(time);
  const loader = (
    text: string,
    staleness: 'up-to-one-second' | 'shared-only' | undefined = undefined,
  ) => ({
    load: async () => text,
    expiresAt: (loadedAt: Date) => new Date(loadedAt.getTime() + 60_000),
    schema: z.string(),
    ...(staleness && { staleness }),
  });
  return {
    redis: mine,
    here: openCaches(mine, now),
    there: openCaches(theirs, now),
    key: crypto.randomUUID(),
    loader,
    advance: (ms: number) => {
      time += ms;
    },
  };
};
type Caches = Awaited<ReturnType<typeof setUp>>['here'];
const read = async (
  cache: Caches['reports'],
  key: string,
  loader: Loader<string> & LookupOptions<string>,
) => (await cache.getOrLoad(key, loader)).value;

describe('an entry in Redis', () => {
  it('belongs to one cache, and is cleared with that alone', async () => {
    const { here, there, key, loader, advance } = await setUp();
    await here.reports.getOrLoad(key, loader('report'));
    await here.streaks.getOrLoad(key, loader('ranking'));
    expect(await there.reports.clear()).toBe(true);
    advance(1_000);
    expect(await read(here.streaks, key, loader('x'))).toBe('ranking');
    expect(await read(here.reports, key, loader('new'))).toBe('new');
  });

  it('is read at once by a caller who takes no copies', async () => {
    const { here, there, key, loader } = await setUp();
    await there.reports.getOrLoad(key, loader('one'));
    await here.reports.reload(key, loader('two'));
    expect(await read(there.reports, key, loader('x'))).toBe('one');
    expect(await read(there.reports, key, loader('x', 'shared-only'))).toBe('two');
  });
});

describe('who wrote recently', () => {
  it('is known to all processes for the window, and to one alone without Redis', async () => {
    const redis = await connect();
    const writer = `person:${crypto.randomUUID()}`;
    const [here, there] = [
      openRecentWriters(redis, 30_000),
      openRecentWriters(await connect(), 30_000),
    ];
    const alone = openRecentWriters(undefined, 30_000);
    expect(await there.includes([writer])).toBe(false);
    await here.add(writer);
    expect(await there.includes(['person:other', writer])).toBe(true);
    expect(await there.includes(['person:other'])).toBe(false);
    expect(await alone.includes([writer])).toBe(false);
    const key = `leitor:writer:2:${hash('sha256', writer, 'base64url')}`;
    const ttl = await redis.client.pTTL(key);
    expect(ttl).toBeGreaterThan(10_000);
    expect(ttl).toBeLessThanOrEqual(30_000);
    await alone.add(writer);
    expect(await alone.includes([writer])).toBe(true);
  });

  it('may be anybody while Redis cannot say', async () => {
    const redis = openRedis('redis://127.0.0.1:1', pino({ level: 'silent' }));
    onTestFinished(() => redis.close());
    expect(await openRecentWriters(redis, 30_000).includes(['person:a'])).toBe(true);
  });
});
