import { execFile } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DirectoryInUseError, lockDirectory } from '../../db/connection/directory-lock.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Packs a workspace of this repository into a folder and returns the name of the file. One at a time on this machine, because packing builds the
 * workspace's `dist` anew.
 */
export const packWorkspace = async (workspace: string, folder: string): Promise<string> => {
  const release = await lockPacking();
  try {
    const before = new Set(await readdir(folder));
    await run('npm', ['pack', '-w', workspace, '--pack-destination', folder], { cwd: root });
    const packed = (await readdir(folder)).find((entry) => !before.has(entry));
    if (!packed) throw new Error(`npm packed nothing of ${workspace}`);
    return packed;
  } finally {
    release();
  }
};

const lockPacking = async (): Promise<() => void> => {
  const folder = join(tmpdir(), 'leitor-packing');
  await mkdir(folder, { recursive: true });
  for (;;) {
    try {
      return lockDirectory(folder);
    } catch (error) {
      if (!(error instanceof DirectoryInUseError)) throw error;
    }
    await pause(200);
  }
};
