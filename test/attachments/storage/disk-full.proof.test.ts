import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freePort, waitFor } from '../../../scripts/servers/local-server.ts';
import { openSmallDisk } from '../../../scripts/servers/small-disk.ts';
import { clonePostgres } from '../../database.ts';
import { signedToken, startApp, testSecret } from '../../harness.ts';
import { startProgram } from '../../process.ts';
import { createClient, errorCode } from '../../public-client.ts';
import { openTicket, textFile, uploadOne } from '../attachment-helpers.ts';

// A service whose storage is a small or read-only file system (Linux).

const serveOn = async (mountOptions: string) => {
  const database = await clonePostgres();
  const office = await startApp({ DATABASE_URL: database.url }, { database: database.location });
  const ticket = await openTicket(office);
  const directory = await mkdtemp(join(tmpdir(), 'leitor-disk-'));
  const files = join(directory, 'files');
  await mkdir(files);
  const port = await freePort();
  const disk = await openSmallDisk(files, mountOptions);
  const running = startProgram(disk.within([process.execPath, 'server/main.ts']), {
    NODE_ENV: 'test',
    PORT: String(port),
    INTERNAL_PORT: '0',
    DATA_DIR: directory,
    DATABASE_URL: database.url,
    AUTH_JWT_SECRET: testSecret,
  });
  const baseUrl = `http://127.0.0.1:${port}`;
  await waitFor('the service', running.child, async () => {
    await fetch(`${baseUrl}/livez`);
  });
  const token = await signedToken({ role: 'admin' });
  return {
    baseUrl,
    ticketId: ticket.id,
    client: createClient({ baseUrl, token }),
    pending: () =>
      office.service
        .contextFor('test')
        .db.selectFrom('attachments')
        .select('id')
        .where('state', '<>', 'ready')
        .execute(),
    stop: async () => {
      await running.end('SIGTERM');
      await disk.close();
      await office.close();
      await database.drop();
      await rm(directory, { recursive: true, force: true });
    },
  };
};

it('a full disk is 503, keeps nothing of the upload, and still stores what fits', async () => {
  const { client, ticketId, baseUrl, pending, stop } = await serveOn('size=3m');
  const params = { id: ticketId };
  const file = (size: number) => textFile('a.txt', 'x'.repeat(size));
  const first = await uploadOne(client, ticketId, file(2_000_000));
  for (const arquivo of [file(2_000_000), [file(100_000), file(2_000_000)]]) {
    const response = await client.uploadAttachments({ params, body: { arquivo } });
    expect(errorCode(response)).toBe('unavailable');
    expect(await pending()).toEqual([]);
  }
  const { body } = await client.listTicketAttachments({ params });
  expect(body).toMatchObject({ success: true, data: [{ id: first.id }] });
  // The refused upload takes no space: 900 kB are free and 800 kB fit.
  await uploadOne(client, ticketId, file(800_000));
  await client.deleteAttachment({ params: { attachmentId: first.id } });
  await uploadOne(client, ticketId, file(2_000_000));
  expect((await fetch(`${baseUrl}/readyz`)).status).toBe(200);
  await stop();
});

it('a read-only disk is 503 for uploads; other routes still work', async () => {
  const { client, ticketId, baseUrl, stop } = await serveOn('size=3m,ro');
  const params = { id: ticketId };
  const response = await client.uploadAttachments({ params, body: { arquivo: textFile() } });
  expect(errorCode(response)).toBe('unavailable');
  expect((await client.listTicketAttachments({ params })).status).toBe(200);
  expect((await fetch(`${baseUrl}/readyz`)).status).toBe(200);
  await stop();
});
