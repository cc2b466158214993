import type { Readable } from 'node:stream';
import { AppError } from '../errors.ts';

/**
 * Where the contents of attachments are kept, by path. An object is there whole or not at all. Whatever fails here fails with
 * AppError `unavailable`.
 */
export interface Storage {
  /** Opens a place to write an object to. It is not in the storage until it is told to be. */
  stage: (path: string) => Promise<StagedObject>;
  /** The bytes of an object, or those from `start` to `end`, both included. */
  read: (path: string, range?: { start: number; end: number }) => Promise<Readable>;
  /**
   * Removes an object; one that is not there is fine.
   *
   * @param options.whole false where the writing may have died: then what it left in the storage goes too
   */
  remove: (path: string, options: { whole: boolean }) => Promise<void>;
  /** An address that anybody can download the object from for a while; undefined where the storage gives none. */
  presign: ((path: string, link: PresignedLink) => Promise<string>) | undefined;
  /** Answers where an object could be written now; throws where not. */
  check: () => Promise<void>;
  close: () => Promise<void>;
}

/** The headers that an object is downloaded with. */
export interface DownloadHeaders {
  contentType: string;
  contentDisposition: string;
}

/** How a presigned address answers. */
export interface PresignedLink extends DownloadHeaders {
  now: Date;
  seconds: number;
}

/** An object being written. */
export interface StagedObject {
  /** Takes the next bytes of the contents; wait for it before the next call. */
  write: (chunk: Buffer) => Promise<void>;
  /** Waits until all that was taken has been written; nothing more is. */
  end: () => Promise<void>;
  /** How many bytes have been written so far. */
  bytes: () => number;
  /** Reads back what was written: into `buffer` from `position`; answers how many bytes there were. */
  readAt: (buffer: Buffer, position: number) => Promise<number>;
  /**
   * Puts the object into the storage, to survive a crash of the machine once this has answered.
   *
   * @param headers go with the object where the storage answers downloads itself
   */
  store: (headers: DownloadHeaders) => Promise<void>;
  /** Gives up what was staged and not stored. Call it in the end in any case. Never throws. */
  discard: () => Promise<void>;
}

/** The failure of a storage. */
export const storageFailure = (cause: unknown): AppError =>
  cause instanceof AppError ? cause : new AppError('unavailable', { cause });

/** Runs a storage's own work; whatever it throws becomes the storage's failure. */
export const failingAsStorage = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw storageFailure(error);
  }
};
