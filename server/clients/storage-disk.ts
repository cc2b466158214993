import { createReadStream, open as openCallback } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { openStageFile, type StageFile } from './staged-file.ts';
import { mapStorageErrors, type Storage } from './storage.ts';

/** Each read costs a turn of a thread, and a slow reader's download holds a piece in memory. */
const pieceBytes = 131_072;

/** Derives the staging path from the file's, so that a file left by a crash is found. */
const partOf = (file: string): string => `${file}.part`;

// A stream over a `FileHandle` makes a promise for each read; one over a descriptor does not.
const openDescriptor = promisify(openCallback);

/** The readiness check writes this file. */
export const probeName = '.probe';

/** Opens a storage that writes under another name, flushes to disk and renames; it creates the directory. */
export const diskStorage = (directory: string): Storage => {
  const root = resolve(directory);
  const fileOf = (path: string): string => {
    const file = join(root, path);
    // The service builds the paths; this check catches its bugs.
    if (!file.startsWith(join(root, '/'))) throw new Error(`path outside the storage: ${path}`);
    return file;
  };
  return {
    stage: (path) =>
      mapStorageErrors(async () => {
        const file = fileOf(path);
        const part = partOf(file);
        const folder = dirname(file);
        const { opened, created } = await openInFolder(part);
        const { handle, ...stage } = opened;
        let placed = false;
        return {
          ...stage,
          store: () =>
            mapStorageErrors(async () => {
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
      mapStorageErrors(async () => {
        const fd = await openDescriptor(fileOf(path), 'r');
        return createReadStream('', { ...range, fd, highWaterMark: pieceBytes });
      }),
    remove: (path, { whole }) =>
      mapStorageErrors(async () => {
        const file = fileOf(path);
        await removeFile(file);
        if (!whole) await removeFile(partOf(file));
      }),
    list: (folder) =>
      mapStorageErrors(async () => {
        const names = await readdir(fileOf(folder)).catch((error) => {
          if (isMissing(error)) return [];
          throw error;
        });
        return names.filter((name) => !name.endsWith('.part'));
      }),
    presign: undefined,
    check: () =>
      mapStorageErrors(async () => {
        await mkdir(root, { recursive: true });
        // All processes use one name, so the next check deletes the file of a process that died here.
        const probe = join(root, probeName);
        // Reads by the same handle, because another process may delete the file meanwhile.
        const file = await open(probe, 'w+');
        try {
          await file.writeFile('x');
          await file.read({ position: 0 });
        } finally {
          await file.close();
        }
        await rm(probe, { force: true });
      }),
    close: async () => {},
  };
};

/** Opens a file in its folder; also returns the topmost folder that it created. */
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

/** Deletes a file; unlike `rm` with `force`, it fails if a parent of the path is a file. */
const removeFile = async (file: string): Promise<void> => {
  await rm(file).catch((error) => {
    if (!isMissing(error)) throw error;
  });
};

/** Syncs the folders from `folder` up to `top` inclusive; Windows does not support or need this. */
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
