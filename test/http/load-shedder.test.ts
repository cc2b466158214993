import type { Request } from 'express';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLoadShedder, type LoadShedder } from '../../server/http/load-shedding.ts';

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

const requestOf = (claims: object, cost = 'read') =>
  ({
    headers: { authorization: `Bearer e30.${encode(claims)}.AAAAAA` },
    tsRestRoute: { metadata: { cost } },
  }) as unknown as Request;
const reader = requestOf({ roles: ['reader'] });

let shedder: LoadShedder;
const pool = { total: 10, waiting: 0 };
const refusals: string[] = [];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'Date'], now: 0 });
  pool.waiting = 0;
  refusals.length = 0;
  shedder = createLoadShedder(
    () => pool,
    (cost) => refusals.push(cost),
  );
});
afterEach(() => {
  shedder.stop();
  vi.useRealTimers();
});

/** Half a second in which so many requests are served between two samples. */
const work = (served: number) => {
  for (let sample = 0; sample < 10; sample += 1) {
    for (let done = 0; done < served; done += 1) shedder.countServed();
    vi.advanceTimersByTime(50);
  }
};
const isRefused = (req: Request = reader) => {
  try {
    shedder.check(req);
    return false;
  } catch (error) {
    expect(error).toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 });
    return true;
  }
};

describe('the wait for a database connection', () => {
  it('refuses callers while the queue takes longer than the target', () => {
    pool.waiting = 100;
    work(10);
    expect(isRefused()).toBe(true);
    expect(refusals).toEqual(['overload']);
  });

  it.each([
    ['no request waits', 0, 0],
    ['no more wait than there are connections', 10, 0],
    ['the queue is long and short-lived', 100, 200],
  ])('refuses nobody while %s', (_, waiting, served) => {
    pool.waiting = waiting;
    for (let second = 0; second < 4; second += 1) work(served);
    expect(isRefused()).toBe(false);
  });

  it('is measured by what was served since the last sample', () => {
    pool.waiting = 100;
    work(200);
    work(10);
    expect(isRefused()).toBe(true);
  });
});

describe('a new caller', () => {
  beforeEach(() => {
    pool.waiting = 100;
    work(10);
  });

  it.each([
    ['an administrator', requestOf({ roles: ['agent', 'admin'] })],
    ['asking for the ranking', requestOf({}, 'ranking')],
  ])('is spared as %s', (_, req) => expect(isRefused(req)).toBe(false));

  it.each([
    ['a person of that name', requestOf({ email: 'admin@exemplo.com.br' })],
    ['asking for the ranking of a group', requestOf({}, 'group-ranking')],
  ])('is not spared as %s', (_, req) => expect(isRefused(req)).toBe(true));

  it('is spared once its token was verified', () => {
    const known = requestOf({ sub: 'ana' });
    known.headers.authorization = `${known.headers.authorization}BBBB`;
    expect(isRefused(known)).toBe(true);
    shedder.remember(known);
    expect([known, reader].map(isRefused)).toEqual([false, true]);
  });

  it('is served again once nobody waits', () => {
    pool.waiting = 0;
    for (let second = 0; second < 20; second += 1) work(10);
    expect(isRefused()).toBe(false);
  });
});
