import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Calls `fsync` on files changed since a moment; returns how many. Skips files that disappear meanwhile. */
export const syncChangedFiles = async (directory: string, since: number): Promise<number> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  let synced = 0;
  for (const entry of entries) {
    if (entry.isFile() && (await syncIfChanged(join(entry.parentPath, entry.name), since))) {
      synced += 1;
    }
  }
  return synced;
};

// Kernels stamp files with a clock that ticks every few milliseconds.
const clockSkewMs = 100;

const syncIfChanged = async (path: string, since: number): Promise<boolean> => {
  try {
    if ((await stat(path)).mtimeMs < since - clockSkewMs) return false;
    const file = await open(path, 'r+');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
};
