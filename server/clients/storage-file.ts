import { type FileHandle, open } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { failingAsStorage, type StagedObject } from './storage.ts';

/** A file that an object is staged in. */
export interface StageFile extends Pick<StagedObject, 'write' | 'end' | 'bytes' | 'readAt'> {
  handle: FileHandle;
}

// Each write goes through another thread: the chunk of a socket is too little for that. Chunks may also be of a byte each.
const gatheredBytes = 131_072;
const gatheredChunks = 64;

/** Creates the file, for its owner alone; it must not exist. */
export const openStageFile = async (file: string): Promise<StageFile> => {
  const handle = await open(file, 'wx+', 0o600);
  let bytes = 0;
  let gathered: Buffer[] = [];
  let waiting = 0;
  const flush = async (): Promise<void> => {
    const chunks = gathered;
    const length = waiting;
    [gathered, waiting] = [[], 0];
    await writeAll(handle, chunks, length);
    bytes += length;
  };
  return {
    handle,
    bytes: () => bytes,
    write: async (chunk) => {
      gathered.push(chunk);
      waiting += chunk.length;
      const enough = waiting >= gatheredBytes || gathered.length >= gatheredChunks;
      if (enough) await failingAsStorage(flush);
      // Else one upload could fill a turn of the event loop with what has arrived of it, and all others wait.
      else await nextTurn();
    },
    end: async () => {
      if (waiting > 0) await failingAsStorage(flush);
    },
    readAt: (buffer, position) =>
      failingAsStorage(
        async () => (await handle.read(buffer, 0, buffer.length, position)).bytesRead,
      ),
  };
};

/** A disk that fills up takes part of it before it says so. */
const writeAll = async (handle: FileHandle, chunks: Buffer[], length: number): Promise<void> => {
  let { bytesWritten: written } = await handle.writev(chunks);
  if (written === length) return;
  const whole = Buffer.concat(chunks);
  while (written < length) written += (await handle.write(whole, written)).bytesWritten;
};
