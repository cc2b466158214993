import type { Request } from 'express';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Actor } from '../../../server/core/context.ts';
import {
  createAdmission,
  createLoadShedder,
  type LoadShedder,
} from '../../../server/http/admission/load-shedding.ts';
import { startApp } from '../../harness.ts';

describe('a process', () => {
  const minute = 60_000;
  const admissionAfter = (...waits: number[]) => {
    const admission = createAdmission();
    admission.remember('1', 0);
    for (const wait of waits) admission.sample(wait);
    return admission;
  };

  it.each([
    ['requests wait no longer than the target', [100, 100, 100]],
    ['one turn of the event loop was long', [0, 0, 800]],
    ['the queue drains between bursts', [800, 0, 800, 20]],
  ])('serves everybody if %s', (_, waits) => {
    const admission = admissionAfter(...waits);
    for (const caller of ['1', '2', undefined]) expect(admission.admits(caller)).toBe(true);
  });

  it('serves only callers that it knows while even the shortest wait is long', () => {
    const admission = admissionAfter(0, 101, 101);
    expect(admission.admits('1')).toBe(true);
    expect(admission.admits('2')).toBe(false);
    expect(admission.admits(undefined)).toBe(false);
  });

  it.each([
    [11, true],
    [12, false],
  ])('knows a caller %i minutes later: %s', (minutes, known) => {
    const admission = admissionAfter();
    for (let at = 1; at <= minutes; at += 1) admission.remember('2', at * minute);
    admission.sample(800);
    admission.sample(800);
    expect(admission.admits('1')).toBe(known);
  });
});

describe('under load', () => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const requestOf = (claims: object, signature = 'AAAAAA') =>
    ({
      headers: { authorization: `Bearer e30.${encode(claims)}.${signature}` },
    }) as unknown as Request;
  const person = (role: 'reader' | 'admin'): Actor => ({ kind: 'person', subject: 'ana', role });

  let shedder: LoadShedder;
  const pool = { total: 10, waiting: 0 };
  const refusals: string[] = [];
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'Date'], now: 0 });
    pool.waiting = 100;
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
  const isRefused = (check: () => void) => {
    try {
      check();
      return false;
    } catch (error) {
      expect(error).toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 });
      return true;
    }
  };
  const reader = requestOf({ roles: ['reader'] });

  it.each([
    ['the queue takes longer than the target', 100, [10], true],
    ['no request waits', 0, [0], false],
    ['no more wait than there are connections', 10, [0], false],
    ['the queue is long and short-lived', 100, [200], false],
    ['what was served since the last sample is little', 100, [200, 10], true],
  ])('a new caller while %s: refused %s', (_, waiting, rates, refused) => {
    pool.waiting = waiting;
    for (const served of rates) work(served);
    expect(isRefused(() => shedder.check(reader, 'read'))).toBe(refused);
    expect(refusals).toEqual(refused ? ['overload'] : []);
  });

  it('the ranking is served, that of a group is not', () => {
    work(10);
    expect(isRefused(() => shedder.check(reader, 'ranking'))).toBe(false);
    expect(isRefused(() => shedder.check(reader, 'group-ranking'))).toBe(true);
  });

  it('an administrator is served once the token is verified, and nobody who only says so', () => {
    work(10);
    const claiming = requestOf({ roles: ['reader'], name: 'admin' });
    expect(isRefused(() => shedder.check(claiming, 'read'))).toBe(false);
    expect(isRefused(() => shedder.checkVerified(claiming, 'read', person('reader')))).toBe(true);
    expect(isRefused(() => shedder.checkVerified(claiming, 'read', person('admin')))).toBe(false);
  });

  it('a caller is known from a verified token on', () => {
    const ana = requestOf({ sub: 'ana' }, 'BBBBBBBB');
    shedder.checkVerified(ana, 'read', { kind: 'anonymous' });
    work(10);
    expect(isRefused(() => shedder.check(ana, 'read'))).toBe(true);
    pool.waiting = 0;
    work(10);
    shedder.checkVerified(ana, 'read', person('reader'));
    pool.waiting = 100;
    work(10);
    expect(isRefused(() => shedder.check(ana, 'read'))).toBe(false);
    expect(isRefused(() => shedder.check(reader, 'read'))).toBe(true);
  });
});

it('a service whose event loop is late refuses newcomers, not health or earlier callers', async () => {
  const app = await startApp({ LOAD_SHEDDING: 'on' });
  const get = async (path: string, token?: string) => {
    const headers = { ...(token && { authorization: `Bearer ${token}` }) };
    const response = await fetch(app.url + path, { headers });
    await response.body?.cancel();
    return response;
  };
  const reader = await app.token();
  await expect.poll(async () => (await get('/support/tags', reader)).status).toBe(200);
  const block = () => {
    for (const until = performance.now() + 300; performance.now() < until; );
  };
  const hog = setInterval(block, 1);
  try {
    await expect
      .poll(
        async () => (await get('/support/tags', await app.token())).headers.get('retry-after'),
        {
          timeout: 60_000,
        },
      )
      .toBe('1');
    for (const path of ['/livez', '/streaks/ranking/global'])
      expect((await get(path)).status).toBe(200);
    expect((await get('/support/tags', reader)).status).toBe(200);
  } finally {
    clearInterval(hog);
  }
  // Refusing under load is neither unexpected nor worth a line for each request.
  expect(app.logs.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  await app.close();
});
