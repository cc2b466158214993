import { afterAll, describe, expect, it } from 'vitest';
import { errorCode } from '../../contract/index.ts';
import { startApp } from '../harness.ts';

const app = await startApp({ RATE_LIMIT: 'on' });
afterAll(() => app.close());

describe('rate limits', () => {
  it('allow 60 writes a minute for each caller, then refuse with 429', async () => {
    const agent = await app.client();
    const write = () => agent.deleteTag({ params: { id: 999_999 } });
    for (let i = 0; i < 60; i += 1) expect((await write()).status).toBe(404);
    const refused = await write();
    expect(refused.status).toBe(429);
    expect(errorCode(refused)).toBe('rate-limited');
    expect(refused.body).toEqual({
      success: false,
      message: 'Muitas requisições. Tente novamente em alguns instantes',
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('ratelimit-policy')).toMatch(/^"write"; q=60; w=60/);
    expect(refused.headers.get('ratelimit')).toMatch(/^"write"; r=0/);
  });

  it('count each caller and each cost class separately', async () => {
    const agent = await app.client();
    for (let i = 0; i < 61; i += 1) await agent.deleteTag({ params: { id: 999_999 } });
    expect((await agent.listTags()).status).toBe(200);
    expect((await (await app.client()).deleteTag({ params: { id: 999_999 } })).status).toBe(404);
  });
});
