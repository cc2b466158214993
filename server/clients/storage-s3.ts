import { randomUUID } from 'node:crypto';
import { type FileHandle, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import pLimit from 'p-limit';
import { minuteMs } from '../core/civil-time.ts';
import { openStageFile } from './staged-file.ts';
import { type DownloadHeaders, mapStorageErrors, type Storage } from './storage.ts';

/** A bucket; the credentials come from the AWS SDK's usual sources. */
interface S3Location {
  bucket: string;
  /** The prefix is empty or ends in `/`. */
  prefix: string;
  /** An S3-compatible server, whose requests have the bucket in the path; undefined means AWS. */
  endpoint: string | undefined;
  region: string;
}

const partBytes = 5_242_880;
const storesAtOnce = 4;
/** The maximum of connections of one process. */
const maxSockets = { uploads: 32, downloads: 256, checks: 2 };
const storeMs = minuteMs;
const checkValidMs = 10_000;

/** Rejects if the AWS SDK finds no credentials in its usual sources. */
export const requireCredentials = async (region: string): Promise<void> => {
  const client = new S3Client({ region });
  try {
    await client.config.credentials();
  } finally {
    client.destroy();
  }
};

const createClient = (
  { region, endpoint }: Pick<S3Location, 'region' | 'endpoint'>,
  sockets: number,
): S3Client =>
  new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    maxAttempts: 2,
    // Many compatible servers do not support newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 2_000,
      requestTimeout: 10_000,
      throwOnRequestTimeout: true,
      // The download of a slow reader is idle for long.
      socketTimeout: minuteMs,
      httpAgent: { maxSockets: sockets, keepAlive: true },
      httpsAgent: { maxSockets: sockets, keepAlive: true },
    },
  });

/**
 * Stages objects in an unlinked local file, so that a refused upload never reaches the bucket; then uploads
 * in parts.
 */
export const s3Storage = ({ bucket, prefix, endpoint, region }: S3Location): Storage => {
  // They have separate connections: unread downloads must not delay uploads, deletions or the readiness
  // check.
  const uploads = createClient({ region, endpoint }, maxSockets.uploads);
  const downloads = createClient({ region, endpoint }, maxSockets.downloads);
  const checks = createClient({ region, endpoint }, maxSockets.checks);
  const limit = pLimit(storesAtOnce);
  const objectAt = (path: string) => ({ Bucket: bucket, Key: prefix + path });
  let checkedUntil = 0;

  const upload = async (path: string, headers: DownloadHeaders, file: FileHandle) => {
    const { size } = await file.stat();
    const body = file.createReadStream({ start: 0, autoClose: false });
    const upload = new Upload({
      client: uploads,
      params: {
        ...objectAt(path),
        Body: body,
        ContentLength: size,
        ContentType: headers.contentType,
        // Some compatible servers ignore this in a presigned address.
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
    const { Uploads = [] } = await uploads.send(
      new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: object.Key }),
    );
    for (const { Key, UploadId } of Uploads) {
      if (Key !== object.Key) continue;
      await uploads.send(new AbortMultipartUploadCommand({ ...object, UploadId }));
    }
  };

  return {
    stage: (path) =>
      mapStorageErrors(async () => {
        const file = join(tmpdir(), `leitor-${randomUUID()}.part`);
        const { handle, ...stage } = await openStageFile(file);
        // An unlinked file disappears with the process. On Windows the name remains until the file is closed.
        if (process.platform !== 'win32') await rm(file);
        return {
          ...stage,
          store: (headers) => limit(() => mapStorageErrors(() => upload(path, headers, handle))),
          discard: async () => {
            await handle.close().catch(() => undefined);
            await rm(file, { force: true }).catch(() => undefined);
          },
        };
      }),
    read: (path, range) =>
      mapStorageErrors(async () => {
        const { Body } = await downloads.send(
          new GetObjectCommand({
            ...objectAt(path),
            ...(range && { Range: `bytes=${range.start}-${range.end}` }),
          }),
        );
        if (!(Body instanceof Readable)) throw new Error('the storage responded without a body');
        return Body;
      }),
    remove: (path, { whole }) =>
      mapStorageErrors(async () => {
        if (!whole) await abortParts(path);
        await uploads.send(new DeleteObjectCommand(objectAt(path)));
      }),
    list: (folder) =>
      mapStorageErrors(async () => {
        const { Key: inside } = objectAt(`${folder}/`);
        const pages = paginateListObjectsV2(
          { client: uploads },
          { Bucket: bucket, Prefix: inside },
        );
        const names: string[] = [];
        for await (const { Contents = [] } of pages) {
          for (const { Key } of Contents) if (Key) names.push(Key.slice(inside.length));
        }
        return names;
      }),
    presign: (path, link) =>
      mapStorageErrors(() =>
        getSignedUrl(
          downloads,
          new GetObjectCommand({
            ...objectAt(path),
            ResponseContentType: link.contentType,
            ResponseContentDisposition: link.contentDisposition,
          }),
          { expiresIn: link.seconds, signingDate: link.now },
        ),
      ),
    check: () =>
      mapStorageErrors(async () => {
        if (performance.now() < checkedUntil) return;
        const limits = { requestTimeout: 3_000 };
        const probe = objectAt('.probe');
        await checks.send(new PutObjectCommand({ ...probe, Body: 'ok' }), limits);
        await checks.send(new HeadObjectCommand(probe), limits);
        checkedUntil = performance.now() + checkValidMs;
      }),
    close: async () => {
      for (const client of [uploads, downloads, checks]) client.destroy();
    },
  };
};
