import { request } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { findHaproxy, startHaproxy } from '../../scripts/servers/haproxy.ts';
import { openTicket } from '../attachments/attachment-helpers.ts';
import { clonePostgres } from '../database.ts';
import { startFaultProxy } from '../faults/proxy.ts';
import { startApp } from '../harness.ts';

const program = findHaproxy();
if (!program) throw new Error('install HAProxy to prove deploy/haproxy.cfg');

/** The status of an upload by a client that reads nothing before it has sent everything. */
const upload = (url: string, token: string, bytes: number) =>
  new Promise<number | undefined>((resolve, reject) => {
    const boundary = 'limite';
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="arquivo"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n`;
    const body = Buffer.from(`${head}${'x'.repeat(bytes)}\r\n--${boundary}--\r\n`);
    const sent = request(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': body.length,
      },
    });
    sent.on('error', reject);
    sent.once('finish', () =>
      sent.once('response', (response) => resolve(response.resume().statusCode)),
    );
    sent.end(body);
  });

it('an upload while the database is away is 503, through the proxy as without it', async () => {
  const database = await clonePostgres();
  const link = await startFaultProxy(Number(new URL(database.url).port));
  const through = new URL(database.url);
  through.host = `127.0.0.1:${link.port}`;
  const app = await startApp(
    { TRUST_PROXY: '1' },
    { database: { url: through.href, poolSize: 5 } },
  );
  const proxy = await startHaproxy(program, [Number(new URL(app.url).port)]);
  onTestFinished(async () => {
    await proxy.stop();
    await app.close();
    await database.drop();
  });
  const { id } = await openTicket(app);
  const token = await app.token({ role: 'agent' });
  const path = `/support/${id}/anexos`;
  expect(await upload(proxy.url + path, token, 1_000)).toBe(201);
  await link.close();
  const ranking = () => fetch(`${proxy.url}/support/tags`).then(({ headers }) => headers);
  await expect
    .poll(async () => (await ranking()).get('retry-after'), { timeout: 20_000 })
    .toBe('5');
  for (const url of [app.url, proxy.url]) {
    expect(await upload(url + path, token, 9_000_000)).toBe(503);
  }
});
