import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { LocalServer } from '../../scripts/servers/local-server.ts';
import { findRedis, startRedis } from '../../scripts/servers/redis.ts';
import { openCaches } from '../../server/clients/cache.ts';
import { openRedis } from '../../server/clients/redis.ts';
import { pausedLoad } from './paused-load.ts';

let server: LocalServer;

beforeAll(async () => {
  server = await startRedis(findRedis() ?? 'redis-server');
});
afterAll(() => server.stop());

/**
 * Two processes' caches on one Redis, with one clock and one record of each load. They wait longer
 * for Redis than the service does, because a busy machine lets it wait.
 */
const setUp = async (timeoutMs = 60_000) => {
  let time = Date.now();
  const loads: string[] = [];
  const open = async () => {
    const redis = openRedis(server.url, pino({ level: 'silent' }), undefined, timeoutMs);
    onTestFinished(() => redis.close());
    await expect.poll(() => redis.client.isReady).toBe(true);
    return { redis, cache: openCaches(redis, () => new Date(time)).reports };
  };
  const [here, there] = [await open(), await open()];
  const key = crypto.randomUUID();
  const loader = (text: string) => ({
    load: async () => {
      loads.push(text);
      await pause(50);
      return text;
    },
    expiresAt: (loadedAt: Date) => new Date(loadedAt.getTime() + 60_000),
    schema: z.string().min(1),
  });
  return { here, there, key, loads, loader, advance: (ms: number) => (time += ms) };
};

const stored = (value: string, lifetimeMs: number): string =>
  JSON.stringify({ value: { value, loadedAt: 1_000, expiresAt: Date.now() + lifetimeMs } });

const freeze = (frozen: boolean): void => {
  if (server.pid !== undefined) process.kill(server.pid, frozen ? 'SIGSTOP' : 'SIGCONT');
};

describe('the cache in Redis', () => {
  it('is shared by all processes', async () => {
    const { here, there, key, loader } = await setUp();
    const first = await here.cache.getOrLoad(key, loader('olá'));
    const second = await there.cache.getOrLoad(key, loader('two'));
    expect(second).toMatchObject({
      hit: true,
      loadedAt: first.loadedAt,
      expiresAt: first.expiresAt,
    });
    expect(second.value).toBe('olá');
  });

  it('shows a reloaded entry to other processes within a second', async () => {
    const { here, there, key, loader, advance } = await setUp();
    await there.cache.getOrLoad(key, loader('one'));
    await here.cache.reload(key, loader('two'));
    const seen = async () => (await there.cache.getOrLoad(key, loader('x'))).value;
    expect(await seen()).toBe('one');
    advance(999);
    expect(await seen()).toBe('one');
    advance(1);
    expect(await seen()).toBe('two');
  });

  it('does not cache a load of another process that was in flight when the cache was cleared', async () => {
    const { here, there, key, loader, advance } = await setUp();
    const { load, started, release } = pausedLoad();
    const early = here.cache.getOrLoad(key, { ...loader('old'), load });
    await started;
    expect(await there.cache.clear()).toBe(true);
    release('old');
    expect((await early).value).toBe('old');
    expect((await there.cache.getOrLoad(key, loader('new'))).value).toBe('new');
    advance(1_000);
    expect((await here.cache.getOrLoad(key, loader('newer'))).value).toBe('new');
  });

  it.each([
    ['foreign text', 'hello'],
    ['an entry that does not validate', stored('', 60_000)],
    ['an expired entry', stored('old', -1)],
  ])('treats %s as a miss', async (_what, text) => {
    const { here, key, loader } = await setUp();
    await here.cache.getOrLoad(`${key}:seen`, loader('one'));
    const { keys } = await here.redis.client.scan('0', { MATCH: `*${key}:seen`, COUNT: 10_000 });
    expect(keys).toHaveLength(1);
    await here.redis.client.set(String(keys[0]).replace(':seen', ''), text);
    expect(await here.cache.getOrLoad(key, loader('two'))).toMatchObject({ hit: false });
  });

  it('serves its own copy, and loads what it has no copy of, while Redis is frozen', async () => {
    const { here, key, loader, advance } = await setUp(100);
    await here.cache.getOrLoad(key, loader('one'));
    advance(5_000);
    freeze(true);
    try {
      const known = await here.cache.getOrLoad(key, loader('two'));
      expect([known.hit, known.value]).toEqual([true, 'one']);
      const unknown = await here.cache.getOrLoad(`${key}:other`, loader('three'));
      expect(unknown.value).toBe('three');
      expect(await here.cache.clear()).toBe(false);
    } finally {
      freeze(false);
    }
    await expect.poll(() => here.redis.guard(() => here.redis.client.ping())).toBe('PONG');
  });

  it('does not let a load that is slower than a reload elsewhere overwrite it', async () => {
    const { here, there, key, loader, advance } = await setUp();
    const { load, started, release } = pausedLoad();
    const early = here.cache.getOrLoad(key, { ...loader('old'), load });
    await started;
    await there.cache.reload(key, loader('new'));
    release('old');
    await early;
    advance(1_000);
    expect((await here.cache.getOrLoad(key, loader('newer'))).value).not.toBe('old');
    expect((await there.cache.getOrLoad(key, loader('newer'))).value).not.toBe('old');
  });
});
