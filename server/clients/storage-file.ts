import { type FileHandle, open } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { failingAsStorage, storageFailure } from './storage.ts';

/** A file that an object is staged in. */
export interface StageFile {
  handle: FileHandle;
  writable: Writable;
  bytes: () => number;
  readAt: (buffer: Buffer, position: number) => Promise<number>;
}

/** Creates the file, for its owner alone; it must not exist. */
export const openStageFile = async (file: string): Promise<StageFile> => {
  const handle = await open(file, 'wx+', 0o600);
  let bytes = 0;
  return {
    handle,
    bytes: () => bytes,
    writable: new Writable({
      highWaterMark: 65_536,
      write(chunk: Buffer, _encoding, done) {
        writeAll(handle, chunk).then(
          () => {
            bytes += chunk.length;
            done();
          },
          (error) => done(storageFailure(error)),
        );
      },
    }),
    readAt: (buffer, position) =>
      failingAsStorage(
        async () => (await handle.read(buffer, 0, buffer.length, position)).bytesRead,
      ),
  };
};

/** A disk that fills up takes part of a chunk before it says so. */
const writeAll = async (handle: FileHandle, chunk: Buffer): Promise<void> => {
  for (let written = 0; written < chunk.length; ) {
    written += (await handle.write(chunk, written)).bytesWritten;
  }
};
