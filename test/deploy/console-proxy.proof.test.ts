import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { findHaproxy, startHaproxy } from '../../scripts/servers/haproxy.ts';
import { freePort } from '../../scripts/servers/local-server.ts';
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

describe('half requests to the console', () => {
  it('take neither the API nor the console from others', async () => {
    const consolePort = await freePort();
    const both = await startHaproxy(program, [Number(new URL(app.url).port)], (cfg) =>
      cfg
        .replaceAll('#console ', '')
        .replace(/bind :8444 .*/, `bind 127.0.0.1:${consolePort}`)
        .replace(
          /server-template console .*/,
          `server console 127.0.0.1:${new URL(app.internalUrl).port}`,
        ),
    );
    onTestFinished(both.stop);
    const halves: Socket[] = [];
    onTestFinished(() => {
      for (const socket of halves) socket.destroy();
    });
    const sendHalf = async (localAddress: string) => {
      const socket = connect({ port: consolePort, host: '127.0.0.1', localAddress });
      socket.on('error', () => undefined);
      await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
      socket.write('GET /console/login HTTP/1.1\r\nHost: console.example.com\r\n');
      halves.push(socket);
    };
    const ranking = () => fetch(`${both.url}/streaks/ranking/global`).then(({ status }) => status);
    for (let sent = 0; sent < 4_150; sent += 1) await sendHalf('127.0.0.2');
    expect(await ranking()).toBe(200);
    expect(await statusOf('/console/session', { proxy: `http://127.0.0.1:${consolePort}` })).toBe(
      401,
    );
  }, 60_000);
});
