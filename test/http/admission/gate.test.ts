import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Request, Response } from 'express';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Actor, BaseContext } from '../../../server/core/context.ts';
import { AppError, toAppError } from '../../../server/core/errors.ts';
import { anonymous } from '../../../server/http/admission/callers.ts';
import { type Cost, callsOf, costs } from '../../../server/http/admission/costs.ts';
import { openGate } from '../../../server/http/admission/gate.ts';

// However long a test takes on a busy machine, the window does not end.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 0 }));
afterEach(() => void vi.useRealTimers());

const classes = Object.keys(costs).filter((cost): cost is Cost => cost in costs);

/** A gate, what it told metrics, and requests of people that pass it. */
const setUp = ({ rateLimit = true } = {}) => {
  const refused: string[] = [];
  const gate = openGate({
    base: {} as BaseContext,
    config: { rateLimit },
    redis: undefined,
    onRefusal: (cost) => refused.push(cost),
  });
  let authenticated = 0;
  const actorOf = async ({ headers }: Request): Promise<Actor> => {
    authenticated += 1;
    const subject = headers.authorization;
    if (subject === undefined) throw new AppError('invalid-token');
    return { kind: 'person', subject, role: 'agent' };
  };
  const send = async (
    cost: Cost,
    { subject, path = '/', method = 'GET', closed = false }: Sent = {},
  ) => {
    const headers = { ...(subject && { authorization: subject }) };
    const query = { token: subject };
    const req = { path, url: path, method, headers, query, ip: '192.0.2.7', get: () => undefined };
    const response = Object.assign(new EventEmitter(), {
      closed,
      statusCode: 200,
      headers: {} as Record<string, string>,
      setHeader: (name: string, value: string) => {
        response.headers[name] = value;
      },
    });
    const admit = cost.startsWith('internal') ? gate.admitCalls : gate.admit;
    let passed = false;
    try {
      const next = () => {
        passed = true;
      };
      await admit(cost, actorOf)(req as unknown as Request, response as unknown as Response, next);
      return { response, passed, req: req as unknown as Request };
    } catch (error) {
      return { response, passed, refusal: toAppError(error) };
    }
  };
  /** Ends the response of a request that has passed. */
  const finish = ({ response }: Awaited<ReturnType<typeof send>>, statusCode = 200) => {
    response.statusCode = statusCode;
    response.emit('finish');
    response.emit('close');
  };
  return { gate, send, finish, refused, authenticated: () => authenticated };
};

interface Sent {
  subject?: string;
  path?: string;
  method?: string;
  closed?: boolean;
}

const limited = (seconds: number) => ({ code: 'rate-limited', retryAfterSeconds: seconds });

it('the limits are those that the documents promise', () => {
  const row = /^ *\| `([\w-]+)` \| [^|]+ \| (\d+)( an hour)? \| (\d+)/gm;
  const promised = [...readFileSync('docs/behaviour/http.md', 'utf8').matchAll(row)].map(
    ([, cost = '', units, hourly, inFlight]) => [
      cost,
      { units: Number(units), windowMs: hourly ? 3_600_000 : 60_000, inFlight: Number(inFlight) },
    ],
  );
  const actual = Object.entries(costs).map(([cost, { units, windowMs, inFlight }]) => [
    cost,
    { units, windowMs, inFlight },
  ]);
  expect(Object.fromEntries(promised)).toEqual(Object.fromEntries(actual));
});

describe('a caller', () => {
  it.each(classes)('has so much of %s in flight, and a minute', async (cost) => {
    const { send, finish, refused } = setUp();
    const { units, windowMs, inFlight } = costs[cost];
    const held = [];
    for (let sent = 0; sent < inFlight; sent += 1) {
      const one = await send(cost, { subject: 'ana' });
      if (one.passed) held.push(one);
    }
    expect(held).toHaveLength(Math.min(inFlight, units));
    expect((await send(cost, { subject: 'ana' })).passed).toBe(false);
    expect((await send(cost, { subject: 'bia' })).passed).toBe(true);
    for (const one of held) finish(one);
    for (let sent = held.length; sent < units; sent += 1)
      finish(await send(cost, { subject: 'ana' }));
    vi.setSystemTime(1_000);
    const last = await send(cost, { subject: 'ana' });
    expect(last.refusal).toMatchObject(limited(windowMs / 1_000 - 1));
    expect(last.response.headers).toEqual({
      'RateLimit-Policy': `"${cost}"; q=${units}; w=${windowMs / 1_000}`,
      RateLimit: `"${cost}"; r=0; t=${windowMs / 1_000 - 1}`,
    });
    expect(new Set(refused)).toEqual(new Set([cost]));
    vi.setSystemTime(windowMs);
    finish(await send(cost, { subject: 'ana' }));
  });

  it('who left while the token was checked has nothing in flight', async () => {
    const { send } = setUp();
    for (let sent = 0; sent < 30; sent += 1)
      expect((await send('events', { subject: 'ana', closed: true })).passed).toBe(false);
    expect((await send('events', { subject: 'ana' })).passed).toBe(true);
  });

  it('has calls that read and others in flight together', async () => {
    const { send } = setUp();
    const path = `/${'tags.list,'.repeat(19)}tags.list`;
    await send('internal-read', { subject: 'ana', path });
    await send('internal-write', { subject: 'ana', path });
    expect((await send('internal-read', { subject: 'ana' })).refusal).toMatchObject(limited(1));
  });

  it.each([
    [400, true],
    [409, true],
    [200, false],
    [502, false],
  ])(
    'whose requests end with %i has them back where refusals are free: %s',
    async (status, free) => {
      const { send, finish } = setUp();
      for (let sent = 0; sent < 8; sent += 1)
        finish(await send('batch', { subject: 'ana' }), status);
      expect((await send('batch', { subject: 'ana' })).passed).toBe(free);
    },
  );

  it('has no limits when they are off', async () => {
    const { send } = setUp({ rateLimit: false });
    for (let sent = 0; sent < 20; sent += 1) await send('generation', { subject: 'ana' });
    expect((await send('generation', { subject: 'ana' })).passed).toBe(true);
  });
});

describe('a batch', () => {
  it.each([
    ['/tags.list', 1],
    ['/a,b%2Cc%2cd', 4],
    [`/${','.repeat(15_000)}`, 21],
  ])('of %s has so many calls', (path, calls) => expect(callsOf({ path })).toBe(calls));

  it('of more than 20 calls is refused before anybody asks who calls', async () => {
    const { send, authenticated } = setUp();
    const { refusal } = await send('internal-read', { path: `/${','.repeat(20)}` });
    expect(refusal).toMatchObject({ code: 'invalid-request' });
    expect(authenticated()).toBe(0);
  });
});

it('an address with too many refusals is refused before anything else', async () => {
  const { gate, send, authenticated } = setUp();
  gate.countRefusal?.({ ip: '192.0.2.7' } as Request, 16_384 * 1_000);
  expect((await send('page', { subject: 'ana' })).refusal).toMatchObject(limited(60));
  expect(authenticated()).toBe(0);
  await expect(anonymous({} as Request)).resolves.toEqual({ kind: 'anonymous' });
});
