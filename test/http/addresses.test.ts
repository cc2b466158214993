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
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-security-policy': "default-src 'none';frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
      });
      expect(headers.has('x-powered-by')).toBe(false);
    },
  );
});
