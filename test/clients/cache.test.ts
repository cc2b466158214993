import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openCaches } from '../../server/clients/cache.ts';
import { pausedLoad } from './paused-load.ts';

const start = new Date('2026-03-10T12:00:00Z').getTime();

/** The caches of one process without Redis, with a clock to set and a record of each load. */
const setUp = () => {
  let time = start;
  const loads: string[] = [];
  const caches = openCaches(undefined, () => new Date(time));
  const loader = (text: string, lifetimeMs = 60_000) => ({
    load: async () => {
      loads.push(text);
      return text;
    },
    expiresAt: (loadedAt: Date) => new Date(loadedAt.getTime() + lifetimeMs),
    schema: z.string(),
  });
  return { caches, cache: caches.reports, loads, loader, advance: (ms: number) => (time += ms) };
};

/** A cache that is loading `old` for its entry `a`, until `release` is called. */
const loadingOld = async () => {
  const { cache, loader } = setUp();
  const { load, started, release } = pausedLoad();
  const early = cache.getOrLoad('a', { ...loader('old'), load });
  await started;
  return { cache, loader, release, early };
};

describe('the cache of one process', () => {
  it('caches what was loaded until it expires, with both moments', async () => {
    const { cache, loader, advance } = setUp();
    const first = await cache.getOrLoad('a', loader('one'));
    expect(first).toMatchObject({ hit: false, loadedAt: new Date(start) });
    advance(59_999);
    const second = await cache.getOrLoad('a', loader('two'));
    expect(second).toMatchObject({ hit: true, expiresAt: new Date(start + 60_000) });
    expect(second.value).toBe('one');
    advance(1);
    const third = await cache.getOrLoad('a', loader('three'));
    expect([third.hit, third.value]).toEqual([false, 'three']);
  });

  it('loads once for concurrent callers', async () => {
    const { cache, loads, loader } = setUp();
    const results = await Promise.all(
      Array.from({ length: 500 }, () => cache.getOrLoad('a', loader('á'))),
    );
    expect(loads).toEqual(['á']);
    expect(new Set(results.map((result) => result.value))).toEqual(new Set(['á']));
  });

  it('rejects every waiting caller if the load fails, and loads again for the next', async () => {
    const { cache, loader } = setUp();
    const failing = { ...loader('x'), load: () => Promise.reject(new Error('no database')) };
    const outcomes = await Promise.allSettled([
      cache.getOrLoad('a', failing),
      cache.getOrLoad('a', failing),
    ]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected']);
    expect((await cache.getOrLoad('a', loader('one'))).value).toBe('one');
  });

  it('does not cache what has already expired when it is loaded', async () => {
    const { cache, loads, loader } = setUp();
    await cache.getOrLoad('a', loader('one', 0));
    await cache.getOrLoad('a', loader('two'));
    expect(loads).toEqual(['one', 'two']);
  });

  it('clears its own entries and not those of another cache', async () => {
    const { caches, loads, loader } = setUp();
    await caches.reports.getOrLoad('same', loader('a'));
    await caches.streaks.getOrLoad('same', loader('b'));
    expect(await caches.reports.clear()).toBe(true);
    await caches.reports.getOrLoad('same', loader('c'));
    await caches.streaks.getOrLoad('same', loader('d'));
    expect(loads).toEqual(['a', 'b', 'c']);
  });

  it('caches 32 MiB at most, and lets go of what was not asked for longest', async () => {
    const { cache, loads, loader } = setUp();
    // A MiB with the quotation marks, the key and 200 bytes for the entry.
    const text = 'x'.repeat(1_048_576 - 2 - 2 - 200);
    const load = (n: number) => cache.getOrLoad(`${n}`, loader(text));
    for (let n = 10; n < 42; n += 1) await load(n);
    expect([(await load(10)).hit, (await load(41)).hit]).toEqual([true, true]);
    await load(42);
    expect([(await load(10)).hit, (await load(11)).hit]).toEqual([true, false]);
    expect(loads).toHaveLength(34);
  });

  it('does not cache a load that was in flight when the cache was cleared', async () => {
    const { cache, loader, release, early } = await loadingOld();
    await cache.clear();
    const late = await cache.getOrLoad('a', loader('new'));
    release('old');
    expect((await early).value).toBe('old');
    expect(late.value).toBe('new');
    expect((await cache.getOrLoad('a', loader('newer'))).value).toBe('new');
  });

  it('does not cache a load that was in flight when the entry was reloaded', async () => {
    const { cache, loader, release, early } = await loadingOld();
    await cache.reload('a', loader('new'));
    release('old');
    await early;
    expect((await cache.getOrLoad('a', loader('newer'))).value).toBe('new');
  });
});
