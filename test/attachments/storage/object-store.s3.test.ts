import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { reconcileAttachments } from '../../../server/attachments/janitor.ts';
import { startApp } from '../../harness.ts';
import { errorCode } from '../../public-client.ts';
import { ageAttachments } from '../../support/age.ts';
import {
  fixture,
  insertPendingAttachment,
  openTicket,
  textFile,
  uploadOne,
} from '../attachment-helpers.ts';
import { startFakeClamd } from '../fake-clamd.ts';

const endpoint = process.env.TEST_S3_ENDPOINT ?? '';
vi.stubEnv('AWS_ACCESS_KEY_ID', 'teste');
vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'teste');

const bucket = `anexos-${crypto.randomUUID()}`;
const s3 = new S3Client({ endpoint, forcePathStyle: true, region: 'us-east-1' });
await s3.send(new CreateBucketCommand({ Bucket: bucket }));
afterAll(() => {
  s3.destroy();
  vi.unstubAllEnvs();
});

const storageUrl = (at: string) => `s3://${bucket}/leitor/prod?endpoint=${encodeURIComponent(at)}`;
const app = await startApp({ STORAGE_URL: storageUrl(endpoint) });
afterAll(() => app.close());
const agent = await app.client();
const internal = await app.trpc();
const ticket = await openTicket(app);
const params = { id: ticket.id };

const keys = async () => {
  const { Contents = [] } = await s3.send(
    new ListObjectsV2Command({ Bucket: bucket, Prefix: 'leitor/prod/support/' }),
  );
  return Contents.map(({ Key = '' }) => Key.replace('leitor/prod/', '')).sort();
};
const unfinished = async () => {
  const { Uploads = [] } = await s3.send(new ListMultipartUploadsCommand({ Bucket: bucket }));
  return Uploads.length;
};
const { storage } = app.service.contextFor('test');
const storeObject = async (path: string) => {
  const object = await storage.stage(path);
  await object.write(Buffer.from('x'));
  await object.end();
  await object.store({ contentType: 'text/plain', contentDisposition: 'attachment' });
  await object.discard();
};

describe('a folder of the bucket', () => {
  it('is listed by names, without its path', async () => {
    for (const name of ['um', 'dois']) await storeObject(`pasta/${name}`);
    expect((await storage.list('pasta')).sort()).toEqual(['dois', 'um']);
    expect(await storage.list('nada')).toEqual([]);
  });
});

describe('attachments in a bucket', () => {
  it('are uploaded, listed, downloaded by a presigned address with any client, and deleted', async () => {
    const photo = await fixture('foto.jpg', 'image/jpeg');
    const before = await keys();
    const own = await openTicket(app);
    const file = new File([photo], 'é "foto".jpg', { type: photo.type });
    const { id, caminhoArquivo } = await uploadOne(own.requester, own.id, file);
    expect(await keys()).toEqual([...before, caminhoArquivo].sort());
    const { items } = await internal.attachments.list.query({ ticketId: own.id });
    const link = new URL(items[0]?.downloadUrl ?? '');
    expect(link.origin).toBe(new URL(endpoint).origin);
    expect(link.searchParams.get('X-Amz-Expires')).toBe('600');
    const response = await fetch(link);
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="e_foto.jpg"; filename*=UTF-8''%C3%A9%20%22foto%22.jpg`,
    );
    expect(await response.bytes()).toEqual(await photo.bytes());
    await own.requester.deleteAttachment({ params: { attachmentId: id } });
    expect(await keys()).toEqual(before);
    // 403 if the credentials may not list the bucket: S3 then hides whether an object exists.
    expect([403, 404]).toContain((await fetch(link)).status);
  });

  it.each([1, 5_242_879, 5_242_880, 5_242_881, 10_485_760])(
    'of %i bytes come back whole',
    async (size) => {
      const before = await unfinished();
      const contents = randomBytes(size).toString('base64').slice(0, size);
      const stored = await uploadOne(agent, ticket.id, textFile('t.txt', contents));
      const one = { params: { attachmentId: stored.id } };
      const response = await agent.downloadAttachment(one);
      if (response.status !== 200) throw new Error(JSON.stringify(response.body));
      expect((await response.body.text()) === contents).toBe(true);
      if (size > 100) {
        const part = await agent.downloadAttachment({ ...one, headers: { range: 'bytes=95-104' } });
        if (part.status !== 206) throw new Error(JSON.stringify(part.body));
        expect(await part.body.text()).toBe(contents.slice(95, 105));
      }
      await agent.deleteAttachment(one);
      expect(await unfinished()).toBe(before);
    },
  );

  it('do not include refused uploads', async () => {
    const before = [await keys(), await unfinished()];
    const large = textFile('demais.txt', 'x'.repeat(10_485_761));
    const body = { arquivo: [textFile(), large] };
    expect((await agent.uploadAttachments({ params, body })).status).toBe(413);
    expect([await keys(), await unfinished()]).toEqual(before);
  });

  it('are cleaned up by the janitor after a crash: a whole object or parts of one', async () => {
    const before = await unfinished();
    const path = () => `support/${ticket.id}/2026-01-01/${crypto.randomUUID()}_a.txt`;
    const [whole, parts] = [path(), path()];
    await storeObject(whole);
    for (const Key of [`leitor/prod/${parts}`, `leitor/prod/${parts}2`]) {
      await s3.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key }));
    }
    for (const dead of [whole, parts]) {
      const row = { ticketId: ticket.id, path: dead, createdAt: new Date(), leaseMs: 0 };
      await insertPendingAttachment(app, row);
    }
    const ctx = app.service.contextFor('test');
    const { removed, failed } = await reconcileAttachments(ctx, { dryRun: false });
    expect(removed.map((row) => row.path).sort()).toEqual([whole, parts].sort());
    expect(failed).toEqual([]);
    expect(await keys()).not.toContain(whole);
    // The other multipart upload is not ours.
    expect(await unfinished()).toBe(before + 1);
  });

  it('have an address of the service while they wait in quarantine, and a presigned one afterwards', async () => {
    const clamd = await startFakeClamd();
    const other = await startApp({ STORAGE_URL: storageUrl(endpoint), SCAN_URL: clamd.url });
    onTestFinished(async () => {
      await other.close();
      await clamd.stop();
    });
    await clamd.stop();
    const own = await openTicket(other);
    const client = await other.client();
    const admin = await other.trpc();
    const { id } = await uploadOne(client, own.id, textFile());
    const link = async () => {
      const [entry] = (await admin.attachments.list.query({ ticketId: own.id })).items;
      return new URL(entry?.downloadUrl ?? '');
    };
    const { records } = await admin.people.export.mutate({ email: own.email });
    expect(JSON.stringify(records)).not.toContain(new URL(endpoint).origin);
    const waiting = await link();
    expect(waiting.pathname).toBe(`/support/anexos/${id}/download`);
    expect((await fetch(waiting)).status).toBe(409);
    await clamd.start();
    await ageAttachments(other.service.contextFor('test').db, 180_000);
    await admin.jobs.run.mutate({ name: 'scan-quarantined' });
    const cleared = await link();
    expect(cleared.origin).toBe(new URL(endpoint).origin);
    expect(await (await fetch(cleared)).text()).toBe('Olá');
    await client.deleteAttachment({ params: { attachmentId: id } });
  });
});

/** A proxy to the real server that cuts each connection after a number of bytes. */
const startProxy = async (cutAfter: () => number) => {
  const target = new URL(endpoint);
  const server = createServer((socket) => {
    const upstream = connect(Number(target.port), target.hostname);
    let bytes = 0;
    for (const side of [socket, upstream]) {
      side.on('error', () => undefined);
      side.on('close', () => {
        socket.destroy();
        upstream.destroy();
      });
    }
    socket.on('data', (chunk) => {
      bytes += chunk.length;
      if (bytes > cutAfter()) socket.destroy();
      else upstream.write(chunk);
    });
    upstream.pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
};

it('a bucket whose connections break is 503, keeps nothing, and stores uploads again once it recovers', async () => {
  let cutAfter = 1_000_000;
  const proxy = await startProxy(() => cutAfter);
  const other = await startApp({ STORAGE_URL: storageUrl(proxy.url) });
  const own = await openTicket(other);
  const client = await other.client();
  const before = await keys();
  const large = textFile('grande.txt', 'x'.repeat(9_000_000));
  const response = await client.uploadAttachments({
    params: { id: own.id },
    body: { arquivo: [textFile(), large] },
  });
  expect(errorCode(response)).toBe('unavailable');
  const { body } = await client.listTicketAttachments({ params: { id: own.id } });
  expect(body).toMatchObject({ data: [] });
  await expect.poll(keys).toEqual(before);
  cutAfter = Number.POSITIVE_INFINITY;
  await uploadOne(client, own.id, large);
  expect(await keys()).toHaveLength(before.length + 1);
  await other.close();
  proxy.close();
});
