import { afterAll, describe, expect, it } from 'vitest';
import { openBrowser, startWithProvider } from './browser.ts';

const app = await startWithProvider([{ email: 'admin@exemplo.com', name: 'Ada', role: 'admin' }]);
afterAll(() => app.close());
const browser = openBrowser(app);
await browser.signIn('admin@exemplo.com');

const sites = ['same-origin', 'same-site', 'cross-site', 'none', undefined];
const form = new FormData();
form.set('id', '1');
/** What a page can send without a preflight, JSON besides. */
const requests: [string, RequestInit][] = [
  ['GET', {}],
  ['JSON', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }],
  ['multipart', { method: 'POST', body: form }],
];

describe('a request that another site may have sent', () => {
  const refuses = async (path: string, [kind, init]: (typeof requests)[number], site?: string) => {
    const headers = new Headers(init.headers);
    if (site) headers.set('sec-fetch-site', site);
    const { status } = await browser.visit(`/trpc/${path}`, { ...init, headers });
    expect([path, kind, site, status]).toEqual([path, kind, site, 403]);
  };

  it('runs no procedure, whatever it is and wherever it came from', async () => {
    for (const way of requests) await refuses('tags.list', way, 'cross-site');
    for (const [place, way] of requests.entries())
      for (const site of sites.slice(place === 0 ? 1 : 0)) await refuses('tags.delete', way, site);
  });

  it('does nothing in the rest of the listener', async () => {
    for (const site of sites.slice(1)) {
      const headers = { ...(site && { 'sec-fetch-site': site }), 'x-console': '1' };
      for (const path of ['/console/session', '/console/events']) {
        const response = await browser.visit(path, { headers });
        expect([response.status, response.headers.get('x-error-code')]).toEqual([
          403,
          'cross-site',
        ]);
      }
      expect((await browser.visit('/console/logout', { method: 'POST', headers })).status).toBe(
        403,
      );
    }
    const without = { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } };
    expect((await browser.visit('/console/logout', without)).status).toBe(403);
    expect(await browser.who()).toBeDefined();
  });

  it('begins no sign-in unless it is a page that a person opens', async () => {
    const visit = (destination: string) =>
      openBrowser(app).visit('/console/login', { headers: { 'sec-fetch-dest': destination } });
    for (const destination of ['image', 'iframe', 'empty']) {
      const { status, headers } = await visit(destination);
      expect([status, headers.get('x-error-code')]).toEqual([403, 'cross-site']);
    }
    expect((await visit('document')).status).toBe(303);
  });

  it('is told by its origin if the browser does not say its site', async () => {
    const mutate = (origin: string) =>
      browser.visit('/trpc/reports.clearCache', {
        method: 'POST',
        headers: { origin, 'x-console': '1', 'content-type': 'application/json' },
      });
    expect((await mutate(app.internalUrl)).status).toBe(200);
    for (const origin of ['null', 'https://exemplo.com.br', `${app.internalUrl}.exemplo.com.br`]) {
      expect([origin, (await mutate(origin)).status]).toEqual([origin, 403]);
    }
  });
});
