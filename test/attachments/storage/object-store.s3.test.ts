import { randomBytes } from 'node:crypto';

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

  // A part has 5 MiB.
  it.each([1_000, 5_242_880, 5_242_881])('come back whole with %i bytes', async (size) => {
    const before = await unfinished();
    const contents = randomBytes(size).toString('base64').slice(0, size);
    const stored = await uploadOne(agent, ticket.id, textFile('t.txt', contents));
    const one = { params: { attachmentId: stored.id } };
    const { body: whole } = await agent.downloadAttachment(one);
    expect(whole instanceof Blob && (await whole.text()) === contents).toBe(true);
    const range = { headers: { range: 'bytes=95-104' } };
    const { body: part } = await agent.downloadAttachment({ ...one, ...range });
    expect(part instanceof Blob && (await part.text())).toBe(contents.slice(95, 105));
    await agent.deleteAttachment(one);
    expect(await unfinished()).toBe(before);
  });

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
