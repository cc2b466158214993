import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { freePort } from '../../../scripts/servers/local-server.ts';
import { s3Storage } from '../../../server/clients/storage-s3.ts';
import { startApp } from '../../harness.ts';
import { errorCode } from '../../public-client.ts';
import { openFilesUnder, openTicket, textFile } from '../attachment-helpers.ts';

// object-store.s3.test.ts tests a working object store.
describe('an object store that fails', () => {
  beforeEach(() => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'teste');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'teste');
  });
  afterEach(() => {
    vi.unstubAllEnvs();
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

  it('makes an upload 503, which leaves nothing, while it refuses connections', async () => {
    const endpoint = encodeURIComponent(`http://127.0.0.1:${await freePort()}`);
    const app = await startApp({ STORAGE_URL: `s3://anexos/p?endpoint=${endpoint}` });
    onTestFinished(app.close);
    const { id } = await openTicket(app);
    const client = await app.client();
    const arquivo = textFile('grande.txt', 'x'.repeat(9_000_000));
    const response = await client.uploadAttachments({ params: { id }, body: { arquivo } });
    expect(errorCode(response)).toBe('unavailable');
    const { body } = await client.listTicketAttachments({ params: { id } });
    expect(body).toMatchObject({ data: [] });
    expect((await client.listTags()).status).toBe(200);
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
    expect(openFilesUnder('/tmp/leitor-').filter((file) => file.includes('.part'))).toEqual([]);
  });

  it('is asked twice, for ten seconds each, if it never responds', async () => {
    let received = 0;
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket.on('error', () => undefined));
      socket.on('data', (chunk) => {
        received += chunk.length;
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const endpoint = `http://127.0.0.1:${port}`;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const storage = s3Storage({ bucket: 'b', prefix: '', endpoint, region: 'sa-east-1' });
    let waited = 0;
    const read = storage.read('a').catch((error) => error.code);
    for (let outcome: unknown = 0; outcome === 0; waited += 100) {
      await vi.advanceTimersByTimeAsync(100);
      outcome = await Promise.race([read, new Promise((resolve) => setImmediate(resolve, 0))]);
    }
    vi.useRealTimers();
    expect(await read).toBe('unavailable');
    expect(received).toBeGreaterThan(0);
    expect(Math.floor(waited / 2_000)).toBe(10);
    await storage.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
});
