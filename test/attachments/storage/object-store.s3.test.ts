import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { reconcileAttachments } from '../../../server/attachments/janitor.ts';
import { s3Storage } from '../../../server/clients/storage-s3.ts';
import { startApp, type TestApp } from '../../harness.ts';
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

const storageUrl = (at: string, name = bucket) =>
  `s3://${name}/leitor/prod?endpoint=${encodeURIComponent(at)}`;
const clock = { now: new Date() };
const app = await startApp({ STORAGE_URL: storageUrl(endpoint) }, { now: () => clock.now });
afterAll(() => app.close());
const agent = await app.client();
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
const listed = async (id: number) => {
  const { status, body } = await agent.listTicketAttachments({ params: { id } });
  return status === 200 ? body.data : [];
};

describe('a folder of the bucket', () => {
  it('is listed by names, without its path', async () => {
    const prefix = 'leitor/prod/';
    const storage = s3Storage({ bucket, prefix, endpoint, region: 'us-east-1' });
    for (const name of ['um', 'dois']) {
      const object = await storage.stage(`pasta/${name}`);
      await object.write(Buffer.from(name));
      await object.end();
      await object.store({ contentType: 'text/plain', contentDisposition: 'attachment' });
      await object.discard();
    }
    expect((await storage.list('pasta')).sort()).toEqual(['dois', 'um']);
    expect(await storage.list('nada')).toEqual([]);
    await storage.close();
  });
});

describe('attachments in a bucket', () => {
  it('are uploaded, listed, downloaded by a presigned address with any client, and deleted', async () => {
    const photo = await fixture('foto.jpg', 'image/jpeg');
    const before = await keys();
    const own = await openTicket(app);
    const stored = await uploadOne(
      own.requester,
      own.id,
      new File([photo], 'é "foto".jpg', { type: photo.type }),
    );
    expect(await keys()).toEqual([...before, stored.caminhoArquivo].sort());
    const [entry] = await listed(own.id);
    const link = new URL(entry?.downloadUrl ?? '');
    expect(link.origin).toBe(new URL(endpoint).origin);
    expect(link.searchParams.get('X-Amz-Expires')).toBe('600');
    const response = await fetch(link);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="e_foto.jpg"; filename*=UTF-8''%C3%A9%20%22foto%22.jpg`,
    );
    expect(Buffer.from(await response.arrayBuffer())).toEqual(
      Buffer.from(await photo.arrayBuffer()),
    );
    const deleted = await own.requester.deleteAttachment({
      params: { attachmentId: stored.id },
    });
    expect(deleted.status).toBe(200);
    expect(await keys()).toEqual(before);
    // 403 if the credentials may not list the bucket: S3 then hides whether an object exists.
    expect([403, 404]).toContain((await fetch(link)).status);
  });

  it.each([1, 5_242_879, 5_242_880, 5_242_881, 10_485_760])(
    'of %i bytes come back whole',
    async (size) => {
      const before = await unfinished();
      const contents = Array.from({ length: Math.ceil(size / 10) }, (_, i) =>
        String(i).padStart(10),
      )
        .join('')
        .slice(0, size);
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
    for (const bad of [
      new File(['<html>'], 'a.png', { type: 'image/png' }),
      textFile('demais.txt', 'x'.repeat(10_485_761)),
    ]) {
      const response = await agent.uploadAttachments({
        params,
        body: { arquivo: [textFile(), bad] },
      });
      expect([413, 415]).toContain(response.status);
    }
    expect([await keys(), await unfinished()]).toEqual(before);
  });

  it('are checked by a metric, and are no part of readiness', async () => {
    const checks = async (service: TestApp, outcome: string) =>
      (await fetch(`${service.internalUrl}/metrics`))
        .text()
        .then((text) =>
          text.includes(
            `storage_operation_duration_seconds_count{operation="check",outcome="${outcome}"} 1`,
          ),
        );
    await expect.poll(() => checks(app, 'ok')).toBe(true);
    const other = await startApp({ STORAGE_URL: storageUrl(endpoint, 'nao-existe') });
    await expect.poll(() => checks(other, 'failed')).toBe(true);
    expect((await fetch(`${other.url}/readyz`)).status).toBe(200);
    await other.close();
  });

  it('are cleaned up by the janitor after a crash: a whole object or parts of one', async () => {
    const { storage } = app.service.contextFor('test');
    const before = await unfinished();
    const path = () => `support/${ticket.id}/2026-01-01/${crypto.randomUUID()}_a.txt`;
    const [whole, parts] = [path(), path()];
    const staged = await storage.stage(whole);
    await staged.write(Buffer.from('x'));
    await staged.end();
    await staged.store({ contentType: 'text/plain', contentDisposition: 'attachment' });
    await staged.discard();
    await s3.send(
      new CreateMultipartUploadCommand({ Bucket: bucket, Key: `leitor/prod/${parts}` }),
    );
    await s3.send(
      new CreateMultipartUploadCommand({ Bucket: bucket, Key: `leitor/prod/${parts}2` }),
    );
    for (const dead of [whole, parts]) {
      await insertPendingAttachment(app, {
        ticketId: ticket.id,
        path: dead,
        createdAt: clock.now,
        leaseMs: 0,
      });
    }
    const { removed, failed } = await reconcileAttachments(app.service.contextFor('test'), {
      dryRun: false,
    });
    expect([removed.map((row) => row.path).sort(), failed]).toEqual([[whole, parts].sort(), []]);
    expect(await keys()).not.toContain(whole);
    // The other multipart upload is not ours.
    expect(await unfinished()).toBe(before + 1);
  });

  it('have an address of the service while they wait in quarantine, and a presigned one afterwards', async () => {
    const clamd = await startFakeClamd();
    const other = await startApp({ STORAGE_URL: storageUrl(endpoint), SCAN_URL: clamd.url });
    try {
      await clamd.stop();
      const own = await openTicket(other);
      const client = await other.client();
      const admin = await other.trpc();
      const { id, emQuarentena } = await uploadOne(client, own.id, textFile());
      const link = async () => {
        const [entry] = (await admin.attachments.list.query({ ticketId: own.id })).items;
        return new URL(entry?.downloadUrl ?? '');
      };
      expect(emQuarentena).toBe(true);
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
    } finally {
      await other.close();
      await clamd.stop();
    }
  });

  it('have presigned addresses dated by the service clock', async () => {
    const link = await s3Storage({ bucket, prefix: '', endpoint, region: 'us-east-1' }).presign?.(
      'a',
      {
        now: new Date('2026-03-10T12:00:00Z'),
        seconds: 600,
        contentType: 'text/plain',
        contentDisposition: 'attachment',
      },
    );
    expect(new URL(link ?? '').searchParams.get('X-Amz-Date')).toBe('20260310T120000Z');
  });
});

describe('a bucket whose connections break', () => {
  /** Proxies to the real server and cuts each connection after a number of bytes. */
  const proxy = async (cutAfter: () => number) => {
    const target = new URL(endpoint);
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      const upstream = connect(Number(target.port), target.hostname);
      let bytes = 0;
      for (const side of [socket, upstream]) {
        sockets.add(side);
        side.on('error', () => undefined);
        side.on('close', () => {
          sockets.delete(side);
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
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return {
      url: `http://127.0.0.1:${address.port}`,
      close: () => {
        for (const socket of sockets) socket.destroy();
        server.close();
      },
    };
  };

  it('is 503, leaves nothing behind, and stores uploads again once it recovers', async () => {
    let cutAfter = 1_000_000;
    const between = await proxy(() => cutAfter);
    const other = await startApp({ STORAGE_URL: storageUrl(between.url) });
    const own = await openTicket(other);
    const client = await other.client();
    const before = await keys();
    const large = textFile('grande.txt', 'x'.repeat(9_000_000));
    const response = await client.uploadAttachments({
      params: { id: own.id },
      body: { arquivo: [textFile(), large] },
    });
    expect([response.status, errorCode(response)]).toEqual([503, 'unavailable']);
    expect((await client.listTicketAttachments({ params: { id: own.id } })).body).toEqual({
      success: true,
      data: [],
    });
    await expect.poll(keys).toEqual(before);
    expect((await client.listTags()).status).toBe(200);
    cutAfter = Number.POSITIVE_INFINITY;
    await uploadOne(client, own.id, large);
    expect(await keys()).toHaveLength(before.length + 1);
    await other.close();
    between.close();
  });
});
