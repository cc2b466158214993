import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { callerOf, createAdmission } from '../../server/http/load-shedding.ts';
import { startApp } from '../harness.ts';

describe('a caller', () => {
  it('is told from others by the token', () => {
    const [ana, bia] = ['Bearer e30.e30.QW5hQW5hQW5h', 'Bearer e30.e30.QmlhQmlhQmlh'].map(callerOf);
    expect(callerOf('Bearer e30.e30.QW5hQW5hQW5h')).toBe(ana);
    expect(bia).not.toBe(ana);
  });

  it.each([undefined, 'Bearer', 'Bearer a.b', 'Bearer a.b.'])('does not exist for %s', (header) => {
    expect(callerOf(header)).toBeUndefined();
  });

  it.each(['x', '!!!!!!!!', 'QW'])('exists for any signature: %s', (signature) => {
    expect(callerOf(`Bearer a.b.${signature}`)).toEqual(expect.any(String));
  });
});

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
    ['the queue has gone', [800, 800, 0]],
  ])('serves everybody if %s', (_, waits) => {
    const admission = admissionAfter(...waits);
    expect(['1', '2', undefined].map((caller) => admission.admits(caller))).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('serves only callers that it knows while even the shortest wait is long', () => {
    const admission = admissionAfter(0, 101, 101);
    expect(['1', '2', undefined].map((caller) => admission.admits(caller))).toEqual([
      true,
      false,
      false,
    ]);
    admission.sample(0);
    expect(admission.admits('2')).toBe(true);
    admission.remember('2', 2);
    admission.sample(800);
    admission.sample(800);
    expect(['1', '2', '3'].map((caller) => admission.admits(caller))).toEqual([true, true, false]);
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

  it('knows a hundred thousand callers at least, and twice as many at most', () => {
    const admission = admissionAfter(800, 800);
    for (let caller = 2; caller <= 200_000; caller += 1) admission.remember(String(caller), 0);
    const known = () => ['1', '100000', '100001'].map((caller) => admission.admits(caller));
    expect(known()).toEqual([true, true, true]);
    admission.remember('200001', 0);
    expect(known()).toEqual([false, false, true]);
  });
});

describe('a process whose event loop cannot keep up', () => {
  it('refuses newcomers with 503 and Retry-After, and spares health, the ranking, administrators and callers whom it served', async () => {
    const app = await startApp({ LOAD_SHEDDING: 'on' });
    const reader = { authorization: `Bearer ${await app.token()}` };
    let newcomers = 0;
    const newcomer = async () => {
      newcomers += 1;
      return {
        authorization: `Bearer ${await app.token({ email: `nova${newcomers}@exemplo.com.br` })}`,
      };
    };
    const admin = { authorization: `Bearer ${await app.token({ role: 'admin' })}` };
    await expect
      .poll(async () => (await fetch(`${app.url}/support/tags`, { headers: reader })).status)
      .toBe(200);

    let busy = true;
    const hog = (async () => {
      while (busy) {
        const until = performance.now() + 200;
        while (performance.now() < until);
        await pause(1);
      }
    })();
    const refused: Response[] = [];
    const spared: number[] = [];
    const deadline = performance.now() + 60_000;
    try {
      while (refused.length < 3 && performance.now() < deadline) {
        const [tags, ...others] = await Promise.all([
          fetch(`${app.url}/support/tags`, { headers: await newcomer() }),
          fetch(`${app.url}/support/tags`, { headers: reader }),
          fetch(`${app.url}/support/tags`, { headers: admin }),
          fetch(`${app.url}/livez`),
          fetch(`${app.url}/streaks/ranking/global`),
        ]);
        if (tags.status === 503) refused.push(tags);
        spared.push(...others.map(({ status }) => status));
      }
    } finally {
      busy = false;
      await hog;
    }
    expect(refused).toHaveLength(3);
    for (const response of refused) {
      expect(response.headers.get('retry-after')).toBe('1');
      expect(response.headers.get('x-error-code')).toBe('unavailable');
    }
    expect(new Set(spared)).toEqual(new Set([200]));
    await expect
      .poll(async () => (await fetch(`${app.url}/support/tags`, { headers: reader })).status)
      .toBe(200);
    const text = await (await fetch(`${app.internalUrl}/metrics`)).text();
    expect(text).toMatch(/rate_limit_refusals_total\{cost="overload"\} [1-9]/);
    // Refusing under load is neither unexpected nor worth a line for each request.
    expect(app.logs.filter(({ level }) => Number(level) >= 50)).toEqual([]);
    await app.close();
  });
});
