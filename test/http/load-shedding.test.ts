import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createShareController, placeOf } from '../../server/http/load-shedding.ts';
import { startApp } from '../harness.ts';

/** How many of 100 callers are refused. */
const refusedOf100 = (controller: ReturnType<typeof createShareController>) =>
  Array.from({ length: 100 }, (_, place) => controller.refuses(place / 100)).filter(Boolean).length;

describe('the place of a caller', () => {
  const tokenOf = (signature: Uint8Array) =>
    `Bearer e30.e30.${Buffer.from(signature).toString('base64url')}`;
  const authorization = tokenOf(Buffer.from('assinatura'));
  const minute = 60_000;

  it('stays the same while a quiz is answered, and changes later', () => {
    const placesAt = (...minutes: number[]) =>
      new Set(minutes.map((at) => placeOf(authorization, at * minute)));
    expect(placesAt(0, 1, 4.9).size).toBe(1);
    expect(placesAt(0, 5, 10, 15).size).toBe(4);
  });

  it('differs between callers, evenly', () => {
    const places = Array.from({ length: 2_000 }, () =>
      placeOf(tokenOf(crypto.getRandomValues(new Uint8Array(32))), 0),
    );
    for (const tenth of Array.from({ length: 10 }, (_, at) => at / 10)) {
      const within = places.filter((place) => place >= tenth && place < tenth + 0.1).length;
      expect(within).toBeGreaterThan(120);
    }
  });

  it.each([undefined, 'Bearer', 'Bearer a.b', 'Bearer a.b.'])('is random for %s', (header) => {
    const places = new Set(Array.from({ length: 10 }, () => placeOf(header, 0)));
    expect(places.size).toBe(10);
    for (const place of places) expect(place >= 0 && place < 1).toBe(true);
  });
});

describe('the share of refused callers', () => {
  const controllerAfter = (...waits: number[]) => {
    const controller = createShareController();
    for (const wait of waits) controller.sample(wait);
    return controller;
  };
  const seconds = (count: number, wait: number) => Array<number>(count * 20).fill(wait);

  it('is zero while requests wait less than the target', () => {
    expect(refusedOf100(controllerAfter(...seconds(5, 45)))).toBe(0);
  });

  it('is zero after one long turn of the event loop', () => {
    expect(refusedOf100(controllerAfter(0, 0, 0, 0, 800, 0, 0, 0))).toBe(0);
    expect(refusedOf100(controllerAfter(0, 0, 0, 0, 800))).toBe(0);
  });

  it('rises while even the shortest wait is long, but never to all callers', () => {
    const early = refusedOf100(controllerAfter(...Array<number>(3).fill(100)));
    const late = refusedOf100(controllerAfter(...seconds(1, 100)));
    expect(early).toBeGreaterThan(10);
    expect(late).toBeGreaterThan(early);
    expect(late).toBeLessThan(100);
  });

  it('falls to zero once requests no longer wait', () => {
    expect(refusedOf100(controllerAfter(...seconds(2, 500), ...seconds(10, 0)))).toBe(0);
  });
});

describe('a process whose event loop cannot keep up', () => {
  it('refuses with 503 and Retry-After, and spares health, the ranking and administrators', async () => {
    const app = await startApp({ LOAD_SHEDDING: 'on' });
    const reader = { authorization: `Bearer ${await app.token()}` };
    const admin = { authorization: `Bearer ${await app.token({ role: 'admin' })}` };
    // Known from now on: what is refused later costs no statement.
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
    expect(app.logs.map(({ msg }) => msg)).not.toContain('unavailable');
    await app.close();
  });
});
