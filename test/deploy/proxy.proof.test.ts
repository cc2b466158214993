import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { findHaproxy, startHaproxy } from '../../scripts/servers/haproxy.ts';
import { startApp } from '../harness.ts';

const program = findHaproxy();
if (!program) throw new Error('install HAProxy to prove deploy/haproxy.cfg');
const app = await startApp({ TRUST_PROXY: '1' });
const proxy = await startHaproxy(program, [Number(new URL(app.url).port)]);
afterAll(async () => {
  await proxy.stop();
  await app.close();
});
const port = Number(new URL(proxy.url).port);

/** A connection from one of this machine's own addresses. */
const connectFrom = async (localAddress: string): Promise<Socket> => {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined);
  // A connection over the limit may be reset before it is seen to be open.
  await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
  return socket;
};

const statusFrom = (localAddress: string, path = '/streaks/ranking/global') =>
  new Promise<number | undefined>((resolve, reject) => {
    get(`${proxy.url}${path}`, { localAddress, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });

describe('the shipped proxy', () => {
  it('closes connections that send their headers byte by byte, and serves others', async () => {
    await expect.poll(() => statusFrom('127.0.0.3'), { timeout: 10_000 }).toBe(200);
    const started = performance.now();
    const sockets = await Promise.all(Array.from({ length: 100 }, () => connectFrom('127.0.0.2')));
    let open = sockets.length;
    for (const socket of sockets) {
      socket.write('GET /support/tags HTTP/1.1\r\nHost: leitor\r\n');
      socket.once('close', () => {
        open -= 1;
      });
      socket.resume();
    }
    while (open > 0 && performance.now() - started < 20_000) {
      for (const socket of sockets) if (socket.writable) socket.write('X');
      expect(await statusFrom('127.0.0.3')).toBe(200);
      await pause(500);
    }
    expect(open).toBe(0);
    expect(performance.now() - started).toBeLessThan(15_000);
  }, 30_000);

  it.each(['/readyz', '//readyz', '/metrics', '/trpc/tags.list'])('hides %s', async (path) => {
    const response = await fetch(proxy.url + path);
    expect(response.status).toBe(404);
    expect(response.headers.get('x-error-code')).toBe('not-found');
  });

  it('caches the public ranking, and nothing else', async () => {
    const url = `${proxy.url}/streaks/ranking/global`;
    const served = () => app.logs.filter(({ path }) => path === '/streaks/ranking/global').length;
    const first = await (await fetch(url)).json();
    const before = served();
    const responses = await Promise.all(Array.from({ length: 20 }, () => fetch(url)));
    for (const response of responses) {
      expect(await response.json()).toEqual(first);
      expect(response.headers.get('age')).toMatch(/^\d+$/);
      expect(response.headers.get('ratelimit')).toBeNull();
    }
    expect(served() - before).toBeLessThan(3);

    const headers = { authorization: `Bearer ${await app.token()}` };
    for (const _ of [1, 2])
      expect((await fetch(`${proxy.url}/support/tags`, { headers })).headers.has('age')).toBe(
        false,
      );
  });

  it('has a configuration with TLS that HAProxy accepts without a warning', async () => {
    const run = promisify(execFile);
    const directory = await mkdtemp(join(tmpdir(), 'leitor-tls-'));
    const [key, certificate] = ['key.pem', 'certificate.pem'].map((name) => join(directory, name));
    const subject = ['-subj', '/CN=leitor', '-days', '1', '-nodes', '-newkey', 'rsa:2048'];
    await run('openssl', [
      'req',
      '-x509',
      ...subject,
      '-keyout',
      `${key}`,
      '-out',
      `${certificate}`,
    ]);
    const pem = join(directory, 'leitor.pem');
    await writeFile(pem, (await readFile(`${certificate}`)) + String(await readFile(`${key}`)));
    const text = await readFile('deploy/haproxy.cfg', 'utf8');
    expect(text.match(/#tls /g)).toHaveLength(3);
    const file = join(directory, 'haproxy.cfg');
    const withTls = text.replaceAll('#tls ', '').replace('/usr/local/etc/haproxy/certs/', pem);
    await writeFile(file, withTls);
    await run(program, ['-dW', '-c', '-f', file]);
    await rm(directory, { recursive: true });
  });
});
