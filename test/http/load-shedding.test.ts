import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createShareController } from '../../server/http/load-shedding.ts';
import { startApp } from '../harness.ts';

/** The share of the next 100 requests that is refused. */
const refusedOf100 = (controller: ReturnType<typeof createShareController>) =>
  Array.from({ length: 100 }, () => controller.refusesNext()).filter(Boolean).length;

describe('the share of refused requests', () => {
  const controllerAfter = (...waits: number[]) => {
    const controller = createShareController();
    for (const wait of waits) controller.sample(wait);
    return controller;
  };
  const seconds = (count: number, wait: number) => Array<number>(count * 20).fill(wait);

  it('is zero while requests wait less than the target', () => {
    expect(refusedOf100(controllerAfter(...seconds(5, 90)))).toBe(0);
  });

  it('is zero after one long turn of the event loop', () => {
    expect(refusedOf100(controllerAfter(0, 0, 0, 0, 800, 0, 0, 0))).toBe(0);
    expect(refusedOf100(controllerAfter(0, 0, 0, 0, 800))).toBe(0);
  });

  it('rises while even the shortest wait is long, but never to all requests', () => {
    const early = refusedOf100(controllerAfter(...Array<number>(6).fill(250)));
    const late = refusedOf100(controllerAfter(...seconds(2, 250)));
    expect(early).toBeGreaterThan(10);
    expect(late).toBeGreaterThan(early);
    expect(late).toBeLessThan(100);
  });

  it('falls to zero once requests no longer wait', () => {
    expect(refusedOf100(controllerAfter(...seconds(2, 500), ...seconds(2, 0)))).toBe(0);
  });
});

describe('a process whose event loop cannot keep up', () => {
  it('refuses with 503 and Retry-After, and spares health, the ranking and administrators', async () => {
    const app = await startApp({ LOAD_SHEDDING: 'on' });
    const reader = { authorization: `Bearer ${await app.token()}` };
    const admin = { authorization: `Bearer ${await app.token({ role: 'admin' })}` };
    // Known from now on: what is refused later costs no statement.
    expect((await fetch(`${app.url}/support/tags`, { headers: reader })).status).toBe(200);

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
    const deadline = performance.now() + 20_000;
    while (refused.length < 3 && performance.now() < deadline) {
      const [tags, ...others] = await Promise.all([
        fetch(`${app.url}/support/tags`, { headers: reader }),
        fetch(`${app.url}/support/tags`, { headers: admin }),
        fetch(`${app.url}/livez`),
        fetch(`${app.url}/streaks/ranking/global`),
      ]);
      if (tags.status === 503) refused.push(tags);
      spared.push(...others.map(({ status }) => status));
    }
    busy = false;
    await hog;
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
    await app.close();
  }, 40_000);
});
