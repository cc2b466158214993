import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { s3Storage } from '../../../server/clients/storage-s3.ts';
import { startApp, type TestApp } from '../../harness.ts';
import { errorCode } from '../../public-client.ts';
import { openFilesUnder, openTicket, textFile } from '../attachment-helpers.ts';

// object-store.s3.test.ts tests a working object store.
describe('an object store that fails', () => {
  const running: { close: () => void }[] = [];
  const apps: TestApp[] = [];
  let received = 0;
  beforeEach(() => {
    received = 0;
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'teste');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'teste');
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    for (const server of running.splice(0)) server.close();
    for (const started of apps.splice(0)) await started.close();
  });

  it('fails as unavailable, also its check and its links', async () => {
    const endpoint = 'http://127.0.0.1:1';
    const storage = s3Storage({ bucket: 'b', prefix: '', endpoint, region: 'sa-east-1' });
    const unavailable = { code: 'unavailable' };
    await expect(storage.read('a')).rejects.toMatchObject(unavailable);
    await expect(storage.check()).rejects.toMatchObject(unavailable);
    const overAWeek = { contentType: 'a/b', contentDisposition: 'inline', seconds: 700_000 };
    const link = storage.presign?.('a', { ...overAWeek, now: new Date() });
    await expect(link).rejects.toMatchObject(unavailable);
    await storage.close();
  });

  it('signs a link of one object, with its headers, for so long from then', async () => {
    const location = { bucket: 'anexos', prefix: 'p/', endpoint: 'http://127.0.0.1:1' };
    const storage = s3Storage({ ...location, region: 'sa-east-1' });
    const link = { contentType: 'image/png', contentDisposition: 'inline; filename="a.png"' };
    const now = new Date('2026-03-10T12:00:00Z');
    const { pathname, searchParams } = new URL(
      (await storage.presign?.('1/a', { ...link, seconds: 90, now })) ?? '',
    );
    expect(pathname).toBe('/anexos/p/1/a');
    expect(Object.fromEntries(searchParams)).toMatchObject({
      'response-content-type': link.contentType,
      'response-content-disposition': link.contentDisposition,
      'X-Amz-Credential': 'teste/20260310/sa-east-1/s3/aws4_request',
      'X-Amz-Date': '20260310T120000Z',
      'X-Amz-Expires': '90',
    });
    await storage.close();
  });

  const startOn = async (port: number) => {
    const other = await startApp({
      STORAGE_URL: `s3://anexos/p?endpoint=${encodeURIComponent(`http://127.0.0.1:${port}`)}`,
    });
    apps.push(other);
    return other;
  };
  const listen = async (): Promise<number> => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (chunk) => {
        received += chunk.length;
      });
      running.push({ close: () => socket.destroy() });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    running.push(server);
    const address = server.address();
    return typeof address === 'object' && address ? address.port : 0;
  };
  const expect503 = async (other: TestApp, file: File) => {
    const own = await openTicket(other);
    const client = await other.client();
    const response = await client.uploadAttachments({
      params: { id: own.id },
      body: { arquivo: file },
    });
    expect([response.status, errorCode(response)]).toEqual([503, 'unavailable']);
    const { body } = await client.listTicketAttachments({ params: { id: own.id } });
    expect(body).toEqual({ success: true, data: [] });
    expect((await client.listTags()).status).toBe(200);
    expect(openFilesUnder('/tmp/leitor-').filter((file) => file.includes('.part'))).toEqual([]);
  };
  const large = () => textFile('grande.txt', 'x'.repeat(9_000_000));

  it('that refuses connections is 503', async () => {
    const port = await listen();
    for (const server of running.splice(0)) server.close();
    const other = await startOn(port);
    await expect503(other, large());
    expect((await fetch(`${other.url}/readyz`)).status).toBe(200);
  });

  it('that never responds is asked twice, for ten seconds each', async () => {
    const endpoint = `http://127.0.0.1:${await listen()}`;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const storage = s3Storage({ bucket: 'b', prefix: '', endpoint, region: 'sa-east-1' });
    let waited = 0;
    const read = storage.read('a').catch((error) => error.code);
    for (let outcome: unknown = 0; outcome === 0; waited += 100) {
      await vi.advanceTimersByTimeAsync(100);
      outcome = await Promise.race([read, new Promise((resolve) => setImmediate(resolve, 0))]);
    }
    vi.useRealTimers();
    expect([await read, received > 0]).toEqual(['unavailable', true]);
    expect(Math.floor(waited / 2_000)).toBe(10);
    await storage.close();
  });
});
