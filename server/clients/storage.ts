import type { Readable } from 'node:stream';
import { AppError } from '../core/errors.ts';

/** Stores an object completely or not at all. Methods throw AppError `unavailable`. */
export interface Storage {
  /** The object reaches the storage with `store`. */
  stage: (path: string) => Promise<StagedObject>;
  /** Both ends are included. */
  read: (path: string, range?: { start: number; end: number }) => Promise<Readable>;
  /** Succeeds without an object. `whole`: false also deletes what an interrupted write left. */
  remove: (path: string, options: { whole: boolean }) => Promise<void>;
  /** A temporary public address; undefined if the storage has none. */
  presign: ((path: string, link: PresignedLink) => Promise<string>) | undefined;
  /** Empty without such a folder. */
  list: (folder: string) => Promise<string[]>;
  /** Rejects if no object can be written now. */
  check: () => Promise<void>;
  close: () => Promise<void>;
}

export interface DownloadHeaders {
  contentType: string;
  contentDisposition: string;
}

interface PresignedLink extends DownloadHeaders {
  now: Date;
  seconds: number;
}

export interface StagedObject {
  /** Await it before the next call. */
  write: (chunk: Buffer) => Promise<void>;
  /** No write may follow. */
  end: () => Promise<void>;
  bytes: () => number;
  /** Reads from `position`; resolves to the number of bytes. */
  readAt: (buffer: Buffer, position: number) => Promise<number>;
  /** Once it resolves, the object survives a crash. `headers` are for a storage that serves downloads. */
  store: (headers: DownloadHeaders) => Promise<void>;
  /** Deletes the staging file unless stored. Always call it in the end. Never throws. */
  discard: () => Promise<void>;
}

const storageError = (cause: unknown): AppError =>
  cause instanceof AppError ? cause : new AppError('unavailable', { cause });

export const mapStorageErrors = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw storageError(error);
  }
};
