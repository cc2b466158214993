import { type FileHandle, open } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { mapStorageErrors, type StagedObject } from './storage.ts';

export interface StageFile extends Pick<StagedObject, 'write' | 'end' | 'bytes' | 'readAt'> {
  handle: FileHandle;
}

// Each write is a round trip to the thread pool, so small chunks of the socket are gathered first.
const gatheredBytes = 524_288;
const gatheredChunks = 64;

/** Creates the file with mode 0600; fails if it exists. */
export const openStageFile = async (file: string): Promise<StageFile> => {
  const handle = await open(file, 'wx+', 0o600);
  let bytes = 0;
  let gathered: Buffer[] = [];
  let pendingBytes = 0;
  const flush = async (): Promise<void> => {
    const chunks = gathered;
    const length = pendingBytes;
    [gathered, pendingBytes] = [[], 0];
    await writeAll(handle, chunks, length);
    bytes += length;
  };
  return {
    handle,
    bytes: () => bytes,
    write: async (chunk) => {
      gathered.push(chunk);
      pendingBytes += chunk.length;
      const enough = pendingBytes >= gatheredBytes || gathered.length >= gatheredChunks;
      if (enough) await mapStorageErrors(flush);
      // Data that has already arrived must not fill a whole turn of the event loop.
      else await nextTurn();
    },
    end: async () => {
      if (pendingBytes > 0) await mapStorageErrors(flush);
    },
    readAt: (buffer, position) =>
      mapStorageErrors(
        async () => (await handle.read(buffer, 0, buffer.length, position)).bytesRead,
      ),
  };
};

/** Writes all chunks, because a disk that fills up accepts some of them before it fails. */
const writeAll = async (handle: FileHandle, chunks: Buffer[], length: number): Promise<void> => {
  let { bytesWritten: written } = await handle.writev(chunks);
  if (written === length) return;
  const whole = Buffer.concat(chunks);
  while (written < length) written += (await handle.write(whole, written)).bytesWritten;
};
