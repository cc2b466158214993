import { once } from 'node:events';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fileResponse, type SlowestReader } from '../../server/http/file-response.ts';
import { startApp } from '../harness.ts';
import { openFilesUnder, openTicket, textFile, uploadOne } from './attachment-helpers.ts';

const unread = (url: string, headers: Record<string, string> = {}): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(url, { headers, agent: false }, (response) => {
      response.on('error', () => undefined);
      resolve(response);
    }).on('error', reject);
  });

describe('a caller who does not read a download', () => {
  const bytes = 50_000_000;
  let folder: string;
  let file: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'leitor-slow-'));
    file = join(folder, 'grande.txt');
    await writeFile(file, Buffer.alloc(bytes));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const serve = async (slowest: SlowestReader) => {
    const app = express();
    app.get('/', async (req, res) => {
      req.log = pino({ level: 'silent' });
      const sent = {
        contentType: 'text/plain',
        contentDisposition: 'attachment',
        size: bytes,
        sha256: Buffer.alloc(32),
        open: async () => (await open(file)).createReadStream(),
      };
      (await fileResponse(req, res, sent, slowest)).body?.pipe(res);
    });
    const server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return { server, url: `http://127.0.0.1:${port}` };
  };

  it.each([
    ['without a byte for the idle time', { idleMs: 100, bytesPerSecond: 1_000_000 }],
    ['below the average rate', { idleMs: 100, bytesPerSecond: 1_000_000_000 }],
  ])('is cut off %s, and the file is closed', async (_, slowest) => {
    const { server, url } = await serve(slowest);
    // On a busy machine some are cut off before this process has seen their headers.
    const responses = await Promise.allSettled(Array.from({ length: 10 }, () => unread(url)));
    await expect.poll(() => openFilesUnder(folder)).toEqual([]);
    for (const response of responses) {
      if (response.status === 'fulfilled') response.value.destroy();
    }
    server.close();
  });
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
