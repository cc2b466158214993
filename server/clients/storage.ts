import type { Readable } from 'node:stream';
import { AppError } from '../core/errors.ts';

/** Stores an object completely or not at all. All methods throw AppError `unavailable`. */
export interface Storage {
  /** Stages an object; only `store` puts it into the storage. */
  stage: (path: string) => Promise<StagedObject>;
  /** Reads an object or a range of it, whose ends are inclusive. */
  read: (path: string, range?: { start: number; end: number }) => Promise<Readable>;
  /**
   * Deletes an object; succeeds if there is none. With `whole` false, also deletes parts of an interrupted
   * write.
   */
  remove: (path: string, options: { whole: boolean }) => Promise<void>;
  /** Returns a temporary public address; undefined if the storage has none. */
  presign: ((path: string, link: PresignedLink) => Promise<string>) | undefined;
  /** Lists a folder; empty if it does not exist. */
  list: (folder: string) => Promise<string[]>;
  /** Writes and reads a small object; rejects if that fails. */
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
  /** Writes a chunk; await it before the next call. */
  write: (chunk: Buffer) => Promise<void>;
  /** Ends the contents; no write may follow. */
  end: () => Promise<void>;
  bytes: () => number;
  /** Reads from `position`; resolves to the number of bytes. */
  readAt: (buffer: Buffer, position: number) => Promise<number>;
  /** Stores the object, which then survives a crash. A storage that serves downloads uses the `headers`. */
  store: (headers: DownloadHeaders) => Promise<void>;
  /** Deletes the staging file unless it was stored. Always call it at the end; it never throws. */
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
