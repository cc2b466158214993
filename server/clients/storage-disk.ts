import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { failingAsStorage, type Storage } from './storage.ts';
import { openStageFile, type StageFile } from './storage-file.ts';

/** The name an object has until it is whole. A path has one, so that what a crash left is found by the path alone. */
const partOf = (file: string): string => `${file}.part`;

// Each read goes through another thread; a slow reader's connection holds a few of these.
const readBytes = 131_072;

/** The file that is written to see whether one can be. */
export const probeName = '.probe';

/**
 * Keeps objects as files under a directory, which is made where it is missing. An object is written under another name, flushed to
 * the disk, then renamed.
 */
export const diskStorage = (directory: string): Storage => {
  const root = resolve(directory);
  const fileOf = (path: string): string => {
    const file = join(root, path);
    // Paths are the service's own; this keeps a mistake from reaching beyond the directory.
    if (!file.startsWith(join(root, '/'))) throw new Error(`a path outside the storage: ${path}`);
    return file;
  };
  return {
    stage: (path) =>
      failingAsStorage(async () => {
        const file = fileOf(path);
        const part = partOf(file);
        const folder = dirname(file);
        const { opened, created } = await openInFolder(part);
        const { handle, ...stage } = opened;
        let placed = false;
        return {
          ...stage,
          store: () =>
            failingAsStorage(async () => {
              await handle.sync();
              await handle.close();
              await rename(part, file);
              placed = true;
              await syncFolders(folder, created ? dirname(created) : folder);
            }),
          discard: async () => {
            if (placed) return;
            await handle.close().catch(() => undefined);
            await rm(part, { force: true }).catch(() => undefined);
          },
        };
      }),
    read: (path, range) =>
      failingAsStorage(async () =>
        (await open(fileOf(path))).createReadStream({ ...range, highWaterMark: readBytes }),
      ),
    remove: (path, { whole }) =>
      failingAsStorage(async () => {
        const file = fileOf(path);
        await removeFile(file);
        if (!whole) await removeFile(partOf(file));
      }),
    presign: undefined,
    check: async () => {
      await mkdir(root, { recursive: true });
      // One name for all: a process that dies here leaves nothing that the next look does not take away.
      const probe = join(root, probeName);
      await writeFile(probe, 'x');
      await rm(probe, { force: true });
    },
    close: async () => {},
  };
};

/** Creates a file, and where they are missing the folders above it; answers also the topmost folder that was created. */
const openInFolder = async (
  file: string,
): Promise<{ opened: StageFile; created: string | undefined }> => {
  try {
    return { opened: await openStageFile(file), created: undefined };
  } catch (error) {
    if (!isMissing(error)) throw error;
    const created = await mkdir(dirname(file), { recursive: true });
    return { opened: await openStageFile(file), created };
  }
};

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Like `rm` with force, but a folder on the way that is no folder is an error, as is a file that cannot go. */
const removeFile = async (file: string): Promise<void> => {
  await rm(file).catch((error) => {
    if (!isMissing(error)) throw error;
  });
};

/** Flushes the entries of a folder and those above it, up to and with `top`. Windows has no such call and needs none. */
const syncFolders = async (folder: string, top: string): Promise<void> => {
  if (process.platform === 'win32') return;
  for (let current = folder; ; current = dirname(current)) {
    const handle = await open(current);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (current === top || current === dirname(current)) return;
  }
};
