import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';

const app = await startApp();
afterAll(() => app.close());

describe('health', () => {
  it('is live and ready on both listeners, without a token', async () => {
    for (const url of [app.url, app.internalUrl]) {
      for (const path of ['/livez', '/readyz']) {
        const answer = await fetch(url + path);
        expect([answer.status, await answer.json()]).toEqual([
          200,
          { success: true, data: { status: 'ok' } },
        ]);
      }
    }
  });
});

describe('metrics', () => {
  it('counts requests by route, on the internal listener alone', async () => {
    await (await app.client()).deleteTag({ params: { id: 999_999 } });
    const text = await (await fetch(`${app.internalUrl}/metrics`)).text();
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="DELETE",route="\/support\/tags\/:id",status="404"\} 1/,
    );
    expect(text).toContain('db_pool_connections{state="waiting"} 0');
    expect(text).toContain('process_cpu_seconds_total');
  });
});
