import type { Readable } from 'node:stream';
import { AppError } from '../core/errors.ts';

/**
 * Stores the contents of attachments by path. An object is stored completely or not at all. Every
 * method that fails throws AppError `unavailable`.
 */
export interface Storage {
  /** Opens a staging file for an object. It reaches the storage with `store`. */
  stage: (path: string) => Promise<StagedObject>;
  /** The contents of an object, or the bytes from `start` to `end` inclusive. */
  read: (path: string, range?: { start: number; end: number }) => Promise<Readable>;
  /**
   * Deletes an object; succeeds if there is none.
   *
   * @param options.whole false if writing may have been interrupted: partial objects are deleted
   * too
   */
  remove: (path: string, options: { whole: boolean }) => Promise<void>;
  /**
   * Makes an address that anybody can download the object from for a while; undefined if the
   * storage has none.
   */
  presign: ((path: string, link: PresignedLink) => Promise<string>) | undefined;
  /** The names of the objects in a folder; none if there is no such folder. */
  list: (folder: string) => Promise<string[]>;
  /** Resolves if an object can be written now; rejects otherwise. */
  check: () => Promise<void>;
  close: () => Promise<void>;
}

/** The headers of an object's download. */
export interface DownloadHeaders {
  contentType: string;
  contentDisposition: string;
}

/** What a presigned address responds with, and how long it is valid. */
export interface PresignedLink extends DownloadHeaders {
  now: Date;
  seconds: number;
}

/** An object being written. */
export interface StagedObject {
  /** Writes the next bytes; await it before the next call. */
  write: (chunk: Buffer) => Promise<void>;
  /** Resolves once everything has been written. No write may follow. */
  end: () => Promise<void>;
  /** How many bytes have been written so far. */
  bytes: () => number;
  /** Reads back written bytes into `buffer` from `position`; resolves to their number. */
  readAt: (buffer: Buffer, position: number) => Promise<number>;
  /**
   * Puts the object into the storage. Once this resolves, the object survives a crash of the
   * machine.
   *
   * @param headers saved with the object if the storage serves downloads itself
   */
  store: (headers: DownloadHeaders) => Promise<void>;
  /**
   * Deletes the staging file unless the object was stored. Always call it in the end. Never throws.
   */
  discard: () => Promise<void>;
}

/** Turns any error into the storage's failure. */
export const storageError = (cause: unknown): AppError =>
  cause instanceof AppError ? cause : new AppError('unavailable', { cause });

/** Runs work of a storage; turns what it throws into AppError `unavailable`. */
export const mapStorageErrors = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw storageError(error);
  }
};
