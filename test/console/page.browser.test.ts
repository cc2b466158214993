import { readdir } from 'node:fs/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';

const app = await startApp();
afterAll(() => app.close());
const get = (path: string, init: RequestInit = {}) => fetch(`${app.internalUrl}${path}`, init);

describe('the page of the console', () => {
  it.each(['/console/', '/console/quiz/todos', '/Console/leitores/a%40x.com'])(
    'is at %s, is asked for each time, and loads nothing from elsewhere',
    async (path) => {
      const { status, headers } = await get(path);
      expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
        200,
        'text/html;charset=utf-8',
        'no-cache',
      ]);
      expect(headers.get('content-security-policy')?.split(';').sort()).toEqual([
        "base-uri 'none'",
        "connect-src 'self'",
        "default-src 'none'",
        "font-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "frame-src 'self' blob:",
        "img-src 'self' blob: data:",
        "require-trusted-types-for 'script'",
        "script-src 'self'",
        "style-src 'self'",
        'trusted-types dompurify default',
      ]);
    },
  );

  it('has files that never change, whole and compressed', async () => {
    const [script = ''] = (await readdir('console/dist/assets')).filter((name) =>
      /^index-.*\.js$/.test(name),
    );
    const headers = { range: 'bytes=5-1', 'accept-encoding': 'br' };
    const response = await get(`/console/assets/${script}`, { headers });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-encoding')).toBe('br');
    await response.body?.cancel();
    const etag = (await get('/console/')).headers.get('etag') ?? '';
    // By default fetch adds no-cache to a conditional request.
    const known = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
    expect((await get('/console/', { headers: known })).status).toBe(304);
  });

  it('is only read', async () => {
    const response = await get('/console/quiz', { method: 'PUT' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    const head = await get('/console/quiz', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });
});
