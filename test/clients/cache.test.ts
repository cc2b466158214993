import { describe, expect, it } from 'vitest';
import { openCache } from '../../server/clients/cache.ts';

const start = new Date('2026-03-10T12:00:00Z').getTime();

/** A cache of this process alone, with a clock to set and a count of what was made. */
const setUp = () => {
  let time = start;
  const made: string[] = [];
  const cache = openCache(undefined, () => new Date(time));
  const recipe = (text: string, lifeMs = 60_000) => ({
    make: async () => {
      made.push(text);
      return text;
    },
    expiresAt: (madeAt: Date) => new Date(madeAt.getTime() + lifeMs),
    accepts: () => true,
  });
  return { cache, made, recipe, pass: (ms: number) => (time += ms) };
};

describe('the cache of one process', () => {
  it('keeps what was made until it expires, and tells since and until when', async () => {
    const { cache, recipe, pass } = setUp();
    const first = await cache.remember('a', recipe('one'));
    expect(first).toMatchObject({ hit: false, madeAt: new Date(start) });
    pass(59_999);
    const second = await cache.remember('a', recipe('two'));
    expect(second).toMatchObject({ hit: true, expiresAt: new Date(start + 60_000) });
    expect(second.bytes.toString()).toBe('one');
    pass(1);
    const third = await cache.remember('a', recipe('three'));
    expect([third.hit, third.bytes.toString()]).toEqual([false, 'three']);
  });

  it('makes once however many ask at once', async () => {
    const { cache, made, recipe } = setUp();
    const answers = await Promise.all(
      Array.from({ length: 500 }, () => cache.remember('a', recipe('á'))),
    );
    expect(made).toEqual(['á']);
    expect(new Set(answers.map((answer) => answer.bytes.toString()))).toEqual(new Set(['á']));
  });

  it('gives a failure to all who wait, and makes again for the next', async () => {
    const { cache, recipe } = setUp();
    const failing = { ...recipe('x'), make: () => Promise.reject(new Error('no database')) };
    const outcomes = await Promise.allSettled([
      cache.remember('a', failing),
      cache.remember('a', failing),
    ]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected']);
    expect((await cache.remember('a', recipe('one'))).bytes.toString()).toBe('one');
  });

  it('does not keep what is already void when it is made', async () => {
    const { cache, made, recipe } = setUp();
    await cache.remember('a', recipe('one', 0));
    await cache.remember('a', recipe('two'));
    expect(made).toEqual(['one', 'two']);
  });

  it('replaces what is kept', async () => {
    const { cache, recipe } = setUp();
    await cache.remember('a', recipe('one'));
    await cache.replace('a', recipe('two'));
    const found = await cache.remember('a', recipe('three'));
    expect([found.hit, found.bytes.toString()]).toEqual([true, 'two']);
  });

  it('forgets the keys of a prefix and no others', async () => {
    const { cache, made, recipe } = setUp();
    await cache.remember('reports:a', recipe('a'));
    await cache.remember('ranking', recipe('b'));
    expect(await cache.clear('reports:')).toBe(true);
    await cache.remember('reports:a', recipe('c'));
    await cache.remember('ranking', recipe('d'));
    expect(made).toEqual(['a', 'b', 'c']);
  });

  it('does not keep what was being made when its key was cleared', async () => {
    const { cache, recipe } = setUp();
    const gate = Promise.withResolvers<string>();
    const early = cache.remember('a', { ...recipe('old'), make: () => gate.promise });
    await cache.clear('a');
    const late = await cache.remember('a', recipe('new'));
    gate.resolve('old');
    expect((await early).bytes.toString()).toBe('old');
    expect(late.bytes.toString()).toBe('new');
    expect((await cache.remember('a', recipe('newer'))).bytes.toString()).toBe('new');
  });
});
