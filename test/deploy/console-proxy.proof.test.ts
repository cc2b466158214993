import { request } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { findHaproxy, startHaproxy } from '../../scripts/servers/haproxy.ts';
import { startWithProvider } from '../sessions/browser.ts';

const program = findHaproxy();
if (!program) throw new Error('install HAProxy to prove deploy/haproxy.cfg');
const app = await startWithProvider([], { env: { CONSOLE_URL: 'https://console.example.com' } });
/** The console's part, without TLS. */
const proxy = await startHaproxy(program, [Number(new URL(app.internalUrl).port)], (cfg) =>
  [
    cfg.slice(0, cfg.indexOf('cache ranking')),
    'backend unready\n  server-template unready 4 leitor:3000 resolvers docker init-addr none\n',
    cfg
      .slice(cfg.indexOf('#console frontend'))
      .replaceAll('#console ', '')
      .replace(/ ssl crt .*/, ''),
  ].join('\n'),
);
afterAll(async () => {
  await proxy.stop();
  await app.close();
});

const statusOf = (
  path: string,
  { host = 'console.example.com', method = 'GET', proxy: url = proxy.url } = {},
) =>
  new Promise<number | undefined>((resolve, reject) => {
    const { hostname, port } = new URL(url);
    request({ hostname, port, path, method, headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });

describe("the console's host", () => {
  it('shows the console and its API', async () => {
    expect(await statusOf('/console/login')).toBe(303);
    expect(await statusOf('/console/session')).toBe(401);
    expect(await statusOf('/trpc/tags.list')).toBe(401);
  });

  it.each([
    '/metrics',
    '/console/../metrics',
    '/trpc/..%2fmetrics/..',
    '/readyz',
    '/openapi.json',
    '/',
  ])('does not show %s', async (path) => {
    expect(await statusOf(path)).toBe(404);
  });

  it('is no other name', async () => {
    expect(await statusOf('/console/session', { host: 'leitor.example.com' })).toBe(404);
  });
});
