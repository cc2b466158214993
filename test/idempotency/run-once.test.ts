import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type CheckedContext, inTransaction } from '../../server/core/context.ts';
import { AppError } from '../../server/core/errors.ts';
import { claimKey, hashOf, type Once, runOnce } from '../../server/idempotency/service.ts';
import { createTag, listTags } from '../../server/tags/service.ts';
import { startApp } from '../harness.ts';

const clock = { now: new Date('2026-03-11T12:00:00Z') };
const app = await startApp({}, { now: () => clock.now });
afterAll(() => app.close());
const base = app.service.contextFor('test');

const onceFor = (key: string, other: { caller?: string; path?: string; body?: unknown } = {}) => {
  const { caller = 'ana', path = '/um', body = { a: 1 } } = other;
  const once: Once<number> = {
    owner: { caller, path, key },
    bodyHash: hashOf(body),
    write: (run) => ({ status: 200, body: { run } }),
    read: ({ body: stored }) => z.object({ run: z.number() }).parse(stored).run,
  };
  return once;
};
const aKey = () => crypto.randomUUID();
const takeAway = (ctx: CheckedContext, key: string) =>
  ctx.db
    .updateTable('idempotency_keys')
    .set({ run: crypto.randomUUID() })
    .where('key', '=', key)
    .execute();

type Work = (ctx: CheckedContext) => Promise<number>;

/** Ways to run work: its result is stored after it, in its transaction, or all in one. */
const ways: [string, (once: Once<number>, work: Work) => Promise<number>][] = [
  ['after it', (once, work) => runOnce(base, once, () => work(base))],
  [
    'with its effect',
    (once, work) =>
      runOnce(base, once, (store) =>
        inTransaction(base, async (tx) => {
          const result = await work(tx);
          await store(tx, result);
          return result;
        }),
      ),
  ],
  [
    'within a transaction',
    (once, work) => inTransaction(base, (tx) => runOnce(tx, once, () => work(tx))),
  ],
];

describe.each(ways)('a result that is stored %s', (_, run) => {
  it('is returned again for the same caller, path, key and body', async () => {
    const key = aKey();
    let runs = 0;
    const send = (other?: Parameters<typeof onceFor>[1]) =>
      run(onceFor(key, other), async () => {
        runs += 1;
        return runs;
      });
    expect(await send()).toBe(1);
    expect(await send()).toBe(1);
    expect(await send({ caller: 'bia' })).toBe(2);
    expect(await send({ path: '/dois' })).toBe(3);
    expect(await send({ caller: 'bia' })).toBe(2);
    await expect(send({ body: { a: 2 } })).rejects.toThrow('idempotency-key-reused');
    expect(runs).toBe(3);
  });

  it('does not follow a failure, after which the work runs again', async () => {
    const once = onceFor(aKey());
    const failing = run(once, () => Promise.reject(new AppError('unavailable')));
    await expect(failing).rejects.toThrow('unavailable');
    expect(await run(once, async () => 2)).toBe(2);
  });

  it('lasts for a day', async () => {
    const key = aKey();
    await run(onceFor(key), async () => 1);
    clock.now = new Date(clock.now.getTime() + 86_399_999);
    expect(await run(onceFor(key), async () => 2)).toBe(1);
    clock.now = new Date(clock.now.getTime() + 1);
    const other = onceFor(key, { body: { b: 1 } });
    expect(await run(other, async () => 3)).toBe(3);
    expect(await run(other, async () => 4)).toBe(3);
  });
});

it('one of two concurrent requests with a key runs, and the other is refused', async () => {
  const once = onceFor(aKey());
  const { promise: released, resolve: release } = Promise.withResolvers<number>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const first = runOnce(base, once, () => {
    begin();
    return released;
  });
  await begun;
  await expect(runOnce(base, once, async () => 2)).rejects.toThrow('idempotency-key-in-use');
  release(1);
  expect(await first).toBe(1);
  expect(await runOnce(base, once, async () => 2)).toBe(1);
});

describe('a run that has lost its key', () => {
  it('returns the result of work that is done already', async () => {
    const key = aKey();
    const work = async () => {
      await takeAway(base, key);
      return 1;
    };
    expect(await runOnce(base, onceFor(key), work)).toBe(1);
    expect(app.logs).toContainEqual(
      expect.objectContaining({ msg: 'storing the response of an idempotency key failed' }),
    );
  });

  it.each(ways.slice(1))('does nothing if its result is stored %s', async (_, run) => {
    const key = aKey();
    const name = crypto.randomUUID();
    const running = run(onceFor(key), async (ctx) => {
      await createTag(ctx, { name, color: '#000000', isDefault: false });
      await takeAway(ctx, key);
      return 1;
    });
    await expect(running).rejects.toThrow('idempotency-key-in-use');
    expect((await listTags(base)).map((tag) => tag.name)).not.toContain(name);
  });
});

it('a result that was committed is returned again, although the work failed after that', async () => {
  const once = onceFor(aKey());
  const failing = runOnce(base, once, async (store) => {
    await inTransaction(base, (tx) => store(tx, 1));
    throw new AppError('unavailable');
  });
  await expect(failing).rejects.toThrow('unavailable');
  expect(await runOnce(base, once, async () => 2)).toBe(1);
});

it('a failure stays what it was if its key cannot be released, which is logged', async () => {
  const { schema } = base.db;
  const failing = runOnce(base, onceFor(aKey()), async () => {
    await schema.alterTable('idempotency_keys').renameTo('away').execute();
    throw new AppError('tag-in-use');
  });
  await expect(failing).rejects.toThrow('tag-in-use');
  await schema.alterTable('away').renameTo('idempotency_keys').execute();
  const msg = expect.stringMatching(/^could not release an idempotency key/);
  expect(app.logs).toContainEqual(expect.objectContaining({ level: 40, msg }));
});

describe('the hash of a body', () => {
  it('differs with every value, and takes no body for none', () => {
    const bodies = [undefined, null, {}, { a: 1 }, { a: '1' }, { a: [1] }, { b: 1 }];
    expect(new Set(bodies.map((body) => hashOf(body).toString('hex'))).size).toBe(bodies.length);
    expect(hashOf({ a: 1 })).toEqual(hashOf({ a: 1 }));
  });
});

it('a key is held for three minutes, whatever becomes of its process', async () => {
  const owner = { caller: 'ana', path: '/um', key: aKey() };
  await claimKey(base, owner, undefined);
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from lease_until - clock_timestamp())::float8 as seconds
    from idempotency_keys where key = ${owner.key}`.execute(base.db);
  expect(rows[0]?.seconds).toBeGreaterThan(120);
  expect(rows[0]?.seconds).toBeLessThanOrEqual(180);
});
