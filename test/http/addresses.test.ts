import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';

const app = await startApp();
afterAll(() => app.close());
const authorization = `Bearer ${await app.token({ role: 'agent' })}`;
const ask = (path: string, init: RequestInit = {}) =>
  fetch(app.url + path, { headers: { authorization }, ...init });

describe('a path', () => {
  it.each(['/support/tags/', '/Support/TAGS', '/support/tags?', '/support/tags/?x=1'])(
    'is found as %s',
    async (path) => expect((await ask(path)).status).toBe(200),
  );

  it('may have a long parameter, which the route refuses', async () => {
    const response = await ask(`/quiz/${'x'.repeat(1_000)}`);
    expect(response.headers.get('x-error-code')).toBe('quiz-not-found');
    const tag = await ask(`/support/tags/${'1'.repeat(200)}`, { method: 'DELETE' });
    expect(tag.headers.get('x-error-code')).toBe('invalid-request');
  });

  it('keeps the case of its parameters', async () => {
    const path = `/streaks/groups/${encodeURIComponent('Á/B')}/ranking`;
    expect((await ask(path)).headers.get('x-error-code')).toBe('group-not-found');
  });
});

describe('a failure', () => {
  it.each([
    ['/nada', 'GET'],
    ['/streaks/ranking/global', 'POST'],
  ])('is never cached: %s', async (path, method) => {
    const response = await ask(path, { method });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
});

describe('every response', () => {
  it.each(['/support/tags', '/livez'])(
    'has the headers that protect a browser: %s',
    async (path) => {
      const { headers } = await ask(path);
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none';frame-ancestors 'none'",
      );
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
      expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    },
  );
});
