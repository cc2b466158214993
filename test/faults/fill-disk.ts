import { open } from 'node:fs/promises';

const mib = 1_048_576;

/** Writes a file until the disk is full or `atMost` bytes are written. */
export const fillDisk = async (file: string, atMost: number): Promise<void> => {
  const handle = await open(file, 'w');
  try {
    let left = atMost;
    for (const block of [Buffer.alloc(mib), Buffer.alloc(1_024)]) {
      while (left > 0) {
        const { bytesWritten } = await handle.write(block).catch(() => ({ bytesWritten: 0 }));
        if (bytesWritten === 0) break;
        left -= bytesWritten;
      }
    }
  } finally {
    await handle.close();
  }
};
