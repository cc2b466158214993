import { randomUUID } from 'node:crypto';
import { type FileHandle, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import pLimit from 'p-limit';
import { type DownloadHeaders, failingAsStorage, type Storage } from './storage.ts';
import { openStageFile } from './storage-file.ts';

/** Where objects are kept. Credentials come from where the AWS SDK looks for them. */
export interface S3Location {
  bucket: string;
  /** What every key begins with: empty, or ending in `/`. */
  prefix: string;
  /** Of an S3-compatible server; it is then addressed with the bucket in the path. */
  endpoint: string | undefined;
  region: string;
}

const partBytes = 5_242_880;
const storesAtOnce = 4;
const storeMs = 60_000;
const goodForMs = 10_000;

/**
 * Keeps objects in a bucket. An object is staged in a nameless file of this machine, so that a slow or refused upload holds no
 * memory and never reaches the bucket; then it is uploaded in parts, few at once.
 */
export const s3Storage = ({ bucket, prefix, endpoint, region }: S3Location): Storage => {
  const client = new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    maxAttempts: 2,
    // Newer checksums are unknown to many compatible servers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 2_000,
      requestTimeout: 10_000,
      throwOnRequestTimeout: true,
      // While a slow reader takes its time, nothing comes from the bucket either.
      socketTimeout: 60_000,
    },
  });
  const limit = pLimit(storesAtOnce);
  const objectAt = (path: string) => ({ Bucket: bucket, Key: prefix + path });
  let goodUntil = 0;

  const upload = async (path: string, headers: DownloadHeaders, file: FileHandle) => {
    const { size } = await file.stat();
    const body = file.createReadStream({ start: 0, autoClose: false });
    const upload = new Upload({
      client,
      params: {
        ...objectAt(path),
        Body: body,
        ContentLength: size,
        ContentType: headers.contentType,
        // A presigned address says so too, but some compatible servers do not listen.
        ContentDisposition: headers.contentDisposition,
      },
      partSize: partBytes,
      queueSize: 1,
    });
    const timer = setTimeout(() => void upload.abort(), storeMs);
    try {
      await upload.done();
    } finally {
      clearTimeout(timer);
      body.destroy();
    }
  };

  const abortParts = async (path: string): Promise<void> => {
    const object = objectAt(path);
    const { Uploads = [] } = await client.send(
      new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: object.Key }),
    );
    for (const { Key, UploadId } of Uploads) {
      if (Key !== object.Key) continue;
      await client.send(new AbortMultipartUploadCommand({ ...object, UploadId }));
    }
  };

  return {
    stage: (path) =>
      failingAsStorage(async () => {
        const file = join(tmpdir(), `leitor-${randomUUID()}.part`);
        const { handle, ...stage } = await openStageFile(file);
        // Without a name it is gone with the process. Windows keeps the name until the file is closed.
        if (process.platform !== 'win32') await rm(file);
        return {
          ...stage,
          store: (headers) => limit(() => failingAsStorage(() => upload(path, headers, handle))),
          discard: async () => {
            await handle.close().catch(() => undefined);
            await rm(file, { force: true }).catch(() => undefined);
          },
        };
      }),
    read: (path, range) =>
      failingAsStorage(async () => {
        const { Body } = await client.send(
          new GetObjectCommand({
            ...objectAt(path),
            ...(range && { Range: `bytes=${range.start}-${range.end}` }),
          }),
        );
        if (!(Body instanceof Readable)) throw new Error('the storage answered without a body');
        return Body;
      }),
    remove: (path, { whole }) =>
      failingAsStorage(async () => {
        if (!whole) await abortParts(path);
        await client.send(new DeleteObjectCommand(objectAt(path)));
      }),
    presign: (path, link) =>
      getSignedUrl(
        client,
        new GetObjectCommand({
          ...objectAt(path),
          ResponseContentType: link.contentType,
          ResponseContentDisposition: link.contentDisposition,
        }),
        { expiresIn: link.seconds, signingDate: link.now },
      ),
    check: async () => {
      if (performance.now() < goodUntil) return;
      await client.send(new PutObjectCommand({ ...objectAt('.probe'), Body: 'ok' }), {
        requestTimeout: 3_000,
      });
      goodUntil = performance.now() + goodForMs;
    },
    close: async () => client.destroy(),
  };
};
