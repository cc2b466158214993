import { once } from 'node:events';

import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { startApp } from '../harness.ts';
import { openFilesUnder, openTicket, textFile, uploadOne } from './attachment-helpers.ts';

const unread = (url: string, headers: Record<string, string> = {}): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(url, { headers, agent: false }, (response) => {
      response.on('error', () => undefined);
      resolve(response);
    }).on('error', reject);
  });

describe('an object store whose downloads nobody reads', () => {
  it('still takes uploads and is ready', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'teste');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'teste');
    const bucket = createServer((req, res) => {
      req.resume();
      if (req.method === 'GET') {
        res.writeHead(200, { 'content-length': 10_000_000 });
        res.write(Buffer.alloc(1_000_000));
      } else {
        req.once('end', () => res.writeHead(200, { etag: '"x"' }).end());
      }
    }).listen(0, '127.0.0.1');
    await once(bucket, 'listening');
    const { port } = bucket.address() as AddressInfo;
    const endpoint = encodeURIComponent(`http://127.0.0.1:${port}`);
    const app = await startApp({ STORAGE_URL: `s3://anexos/p?endpoint=${endpoint}` });
    const ticket = await openTicket(app);
    const { id } = await uploadOne(ticket.requester, ticket.id, textFile());
    expect(openFilesUnder(join(tmpdir(), 'leitor-')).filter((at) => at.includes('.part'))).toEqual(
      [],
    );
    const authorization = `Bearer ${await app.token({ email: ticket.email })}`;
    const downloads: IncomingMessage[] = [];
    // One after the other: on a busy machine many at once would wait too long for a connection.
    for (let count = 0; count < 60; count += 1) {
      downloads.push(await unread(`${app.url}/support/anexos/${id}/download`, { authorization }));
    }
    expect(new Set(downloads.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    await uploadOne(ticket.requester, ticket.id, textFile());
    await expect.poll(async () => (await fetch(`${app.url}/readyz`)).status).toBe(200);
    for (const download of downloads) download.destroy();
    bucket.closeAllConnections();
    bucket.close();
    await app.close();
    vi.unstubAllEnvs();
  });
});
