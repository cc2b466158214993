import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';

const app = await startApp();
afterAll(() => app.close());

describe('health', () => {
  it('is live and ready on both listeners, without a token', async () => {
    for (const url of [app.url, app.internalUrl]) {
      for (const path of ['/livez', '/readyz']) {
        const response = await fetch(url + path);
        expect([response.status, await response.json()]).toEqual([
          200,
          { success: true, data: { status: 'ok' } },
        ]);
      }
    }
  });
});

describe('/readyz', () => {
  it('asks the dependencies once for many requests', async () => {
    const statements = async () => {
      const text = await (await fetch(`${app.internalUrl}/metrics`)).text();
      return Number(/db_query_duration_seconds_count\{outcome="ok"\} (\d+)/.exec(text)?.[1]);
    };
    const before = await statements();
    await Promise.all(Array.from({ length: 100 }, () => fetch(`${app.url}/readyz`)));
    // Reading the metrics runs statements too.
    expect((await statements()) - before).toBeLessThan(20);
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
