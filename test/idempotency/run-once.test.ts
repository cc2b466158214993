import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Context, requireRole } from '../../server/context.ts';
import { AppError } from '../../server/errors.ts';
import { runOnce, runOnceInTransaction } from '../../server/idempotency/http.ts';
import { hashOf } from '../../server/idempotency/service.ts';
import { createTag, listTags } from '../../server/tags/service.ts';
import { startApp } from '../harness.ts';

const clock = { now: new Date('2026-03-11T12:00:00Z') };
const app = await startApp({}, { now: () => clock.now });
afterAll(() => app.close());
const base = app.service.contextFor('test');

const success = { status: 200 as const, body: z.object({ run: z.number() }) };
const answer = (run: number) => ({ status: 200 as const, body: { run } });

/** A request of an agent under a key; `headers` holds what the service set. */
const requestWith = (
  key: string | undefined,
  { subject = 'ana', path = '/um' }: { subject?: string; path?: string } = {},
) => {
  const headers = new Map<string, string>();
  const context: Context = { ...base, actor: { kind: 'person', subject, role: 'admin' } };
  const set = (name: string, value: string) => headers.set(name, value);
  const get = () => key;
  return {
    headers,
    req: { context, tsRestRoute: { path }, get, res: { set } } as unknown as Request,
  };
};
type Request = Parameters<typeof runOnce>[0];

const takeAway = (key: string) =>
  base.db
    .updateTable('idempotency_keys')
    .set({ run: crypto.randomUUID() })
    .where('key', '=', key)
    .execute();
const aKey = () => crypto.randomUUID();

describe.each([
  ['runOnce', runOnce],
  ['runOnceInTransaction', runOnceInTransaction],
])('%s', (_, run) => {
  it('runs once for each caller, path and key, and replays the response with a header', async () => {
    const key = aKey();
    let runs = 0;
    const work = async () => {
      runs += 1;
      return answer(runs);
    };
    const send = async (options?: Parameters<typeof requestWith>[1], body: unknown = { a: 1 }) => {
      const { req, headers } = requestWith(key, options);
      const { body: sent } = await run(req, success, body, work);
      return [sent.run, headers.get('Idempotent-Replayed')];
    };
    expect(await send()).toEqual([1, undefined]);
    expect(await send()).toEqual([1, 'true']);
    expect(await send({ subject: 'bia' })).toEqual([2, undefined]);
    expect(await send({ path: '/dois' })).toEqual([3, undefined]);
    expect(await send({ subject: 'bia' })).toEqual([2, 'true']);
    await expect(send({}, { a: 2 })).rejects.toThrow('idempotency-key-reused');
    expect(runs).toBe(3);
  });

  it('runs each time without a key, and for a caller who is no person', async () => {
    let runs = 0;
    const work = async () => {
      runs += 1;
      return answer(runs);
    };
    const { req } = requestWith(undefined);
    const service = { ...requestWith(aKey()).req, context: base } as Request;
    for (const request of [req, req, service, service]) await run(request, success, {}, work);
    expect(runs).toBe(4);
  });

  it('runs again after a failure', async () => {
    const { req } = requestWith(aKey());
    const failing = run(req, success, {}, () => Promise.reject(new AppError('unavailable')));
    await expect(failing).rejects.toThrow('unavailable');
    expect(await run(req, success, {}, async () => answer(2))).toEqual(answer(2));
  });

  it('runs again a day later', async () => {
    const { req } = requestWith(aKey());
    await run(req, success, {}, async () => answer(1));
    clock.now = new Date(clock.now.getTime() + 86_399_999);
    expect(await run(req, success, {}, async () => answer(2))).toEqual(answer(1));
    clock.now = new Date(clock.now.getTime() + 1);
    expect(await run(req, success, { b: 1 }, async () => answer(3))).toEqual(answer(3));
    expect(await run(req, success, { b: 1 }, async () => answer(4))).toEqual(answer(3));
  });
});

describe('a run that has lost its key', () => {
  it('returns the response of work that is done already', async () => {
    const key = aKey();
    const { req } = requestWith(key);
    const work = async () => {
      await takeAway(key);
      return answer(1);
    };
    expect(await runOnce(req, success, {}, work)).toEqual(answer(1));
    expect(app.logs).toContainEqual(
      expect.objectContaining({ msg: 'storing the response of an idempotency key failed' }),
    );
  });

  it('does nothing if its work is a transaction', async () => {
    const key = aKey();
    const name = crypto.randomUUID();
    const { req } = requestWith(key);
    const running = runOnceInTransaction(req, success, {}, async (ctx) => {
      await createTag(ctx, { name, color: '#000000', isDefault: false });
      requireRole(ctx, 'agent');
      await ctx.db
        .updateTable('idempotency_keys')
        .set({ run: crypto.randomUUID() })
        .where('key', '=', key)
        .execute();
      return answer(1);
    });
    await expect(running).rejects.toThrow('idempotency-key-in-use');
    expect((await listTags(base)).tags.map((tag) => tag.name)).not.toContain(name);
  });
});

describe('the hash of a body', () => {
  it('differs with every value, and takes no body for none', () => {
    const bodies = [undefined, null, {}, { a: 1 }, { a: '1' }, { a: [1] }, { b: 1 }];
    expect(new Set(bodies.map((body) => hashOf(body).toString('hex'))).size).toBe(bodies.length);
    expect(hashOf({ a: 1 })).toEqual(hashOf({ a: 1 }));
  });
});
