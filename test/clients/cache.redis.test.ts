import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { LocalServer } from '../../scripts/servers/local-server.ts';
import { findRedis, startRedis } from '../../scripts/servers/redis.ts';
import { openCache } from '../../server/clients/cache.ts';
import { openRedis } from '../../server/clients/redis.ts';

let server: LocalServer;

beforeAll(async () => {
  server = await startRedis(findRedis() ?? 'redis-server');
});
afterAll(() => server.stop());

/** Two processes' caches on one Redis, with one clock and one count of what was made. */
const setUp = async () => {
  let time = Date.now();
  const made: string[] = [];
  const open = async () => {
    const redis = openRedis(server.url, pino({ level: 'silent' }));
    onTestFinished(() => redis.close());
    await expect.poll(() => redis.client.isReady).toBe(true);
    return { redis, cache: openCache(redis, () => new Date(time)) };
  };
  const [here, there] = [await open(), await open()];
  const key = crypto.randomUUID();
  const recipe = (text: string) => ({
    make: async () => {
      made.push(text);
      await pause(50);
      return text;
    },
    expiresAt: (madeAt: Date) => new Date(madeAt.getTime() + 60_000),
    accepts: (found: string) => found.length > 0,
  });
  return { here, there, key, made, recipe, pass: (ms: number) => (time += ms) };
};

const freeze = (frozen: boolean): void => {
  if (server.pid !== undefined) process.kill(server.pid, frozen ? 'SIGSTOP' : 'SIGCONT');
};

describe('the cache in Redis', () => {
  it('is one for all processes', async () => {
    const { here, there, key, recipe } = await setUp();
    const first = await here.cache.remember(key, recipe('olá'));
    const second = await there.cache.remember(key, recipe('two'));
    expect(second).toMatchObject({ hit: true, madeAt: first.madeAt, expiresAt: first.expiresAt });
    expect(second.bytes.toString()).toBe('olá');
  });

  it('makes once however many processes ask at once', async () => {
    const { here, there, key, made, recipe } = await setUp();
    const ask = (cache: typeof here.cache) =>
      Array.from({ length: 100 }, () => cache.remember(key, recipe('one')));
    const answers = await Promise.all([...ask(here.cache), ...ask(there.cache)]);
    expect(made).toEqual(['one']);
    expect(answers.every((answer) => answer.bytes.toString() === 'one')).toBe(true);
  });

  it('shows a replaced entry to other processes within a second', async () => {
    const { here, there, key, recipe, pass } = await setUp();
    await there.cache.remember(key, recipe('one'));
    await here.cache.replace(key, recipe('two'));
    expect((await there.cache.remember(key, recipe('x'))).bytes.toString()).toBe('one');
    pass(1_000);
    expect((await there.cache.remember(key, recipe('x'))).bytes.toString()).toBe('two');
  });

  it('does not keep what another process was making when the key was cleared', async () => {
    const { here, there, key, recipe } = await setUp();
    const begun = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<string>();
    const make = () => {
      begun.resolve();
      return gate.promise;
    };
    const early = here.cache.remember(key, { ...recipe('old'), make });
    await begun.promise;
    expect(await there.cache.clear(key)).toBe(true);
    gate.resolve('old');
    expect((await early).bytes.toString()).toBe('old');
    expect((await there.cache.remember(key, recipe('new'))).bytes.toString()).toBe('new');
    expect((await here.cache.remember(key, recipe('newer'))).bytes.toString()).toBe('new');
  });

  it.each([
    ['foreign text', '{"hello":1}'],
    ['an entry that the reader does not accept', `${Date.now()} ${Date.now() + 60_000}\n`],
    ['an expired entry', '1000 2000\nold'],
  ])('takes %s for a miss', async (_what, text) => {
    const { here, key, recipe } = await setUp();
    await here.cache.remember(`${key}:seen`, recipe('one'));
    const { keys } = await here.redis.client.scan('0', { MATCH: `*${key}:seen`, COUNT: 10_000 });
    expect(keys).toHaveLength(1);
    await here.redis.client.set(String(keys[0]).replace(':seen', ''), text);
    expect(await here.cache.remember(key, recipe('two'))).toMatchObject({ hit: false });
  });

  it('goes on with its own copy, and makes alone what it has not, while Redis is frozen', async () => {
    const { here, key, recipe, pass } = await setUp();
    await here.cache.remember(key, recipe('one'));
    pass(5_000);
    freeze(true);
    try {
      const known = await here.cache.remember(key, recipe('two'));
      expect([known.hit, known.bytes.toString()]).toEqual([true, 'one']);
      const unknown = await here.cache.remember(`${key}:other`, recipe('three'));
      expect(unknown.bytes.toString()).toBe('three');
      expect(await here.cache.clear(key)).toBe(false);
    } finally {
      freeze(false);
    }
    await expect
      .poll(() => here.redis.guard(() => here.redis.client.ping()), { timeout: 5_000 })
      .toBe('PONG');
  });
});
