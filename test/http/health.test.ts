import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { shareForASecond } from '../../server/http/health.ts';
import { startApp } from '../harness.ts';

const app = await startApp();
afterAll(() => app.close());

describe('health', () => {
  it('is live and ready on both listeners, without a token', async () => {
    for (const url of [app.url, app.internalUrl]) {
      for (const path of ['/livez', '/readyz']) {
        const response = await fetch(url + path);
        expect(await response.json()).toMatchObject({ success: true, data: { status: 'ok' } });
        expect(response.headers.get('cache-control')).toBe('no-store');
      }
    }
  });
});

describe('what is shared for a second', () => {
  it('is done again afterwards, also after a failure', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
    onTestFinished(() => clock.mockRestore());
    let calls = 0;
    const share = shareForASecond(async () => {
      calls += 1;
      if (calls === 1) throw new Error('away');
      return calls;
    });
    for (const time of [0, 1_000]) {
      clock.mockReturnValue(time);
      await expect(share()).rejects.toThrow('away');
    }
    clock.mockReturnValue(1_001);
    expect([await share(), await share()]).toEqual([2, 2]);
    clock.mockReturnValue(2_002);
    expect(await share()).toBe(3);
  });
});
