import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Thrown where another living process has the embedded database open. */
export class DirectoryInUseError extends Error {
  override name = 'DirectoryInUseError';

  constructor(lockFile: string, pid: number) {
    super(
      `the embedded database is in use by process ${pid} (${lockFile}), and it takes one process: ` +
        'stop that one, choose another DATA_DIR, or set DATABASE_URL',
    );
  }
}

/** The locks this process holds: in a container every run has the same pid, so a pid alone does not tell. */
const held = new Set<string>();

/**
 * Takes the directory for this process and answers how to give it back. A lock left by a process that is gone is taken
 * over.
 *
 * @throws DirectoryInUseError where a living process holds it
 */
export const lockDirectory = async (directory: string): Promise<() => Promise<void>> => {
  const lockFile = join(directory, 'leitor.pid');
  while (!(await createLock(lockFile))) await removeStaleLock(lockFile);
  held.add(lockFile);
  return async () => {
    await rm(lockFile, { force: true });
    held.delete(lockFile);
  };
};

const createLock = async (lockFile: string): Promise<boolean> => {
  try {
    const file = await open(lockFile, 'wx', 0o600);
    await file.writeFile(String(process.pid));
    await file.close();
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
};

const removeStaleLock = async (lockFile: string): Promise<void> => {
  refuseLiving(lockFile, await readHolder(lockFile));
  // Moved aside, then looked at again: a process that took the stale lock over meanwhile gets its own one back.
  const aside = `${lockFile}.${process.pid}`;
  try {
    await rename(lockFile, aside);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  const moved = await readHolder(aside);
  if (moved !== undefined && isAlive(lockFile, moved)) await link(aside, lockFile);
  await rm(aside);
  refuseLiving(lockFile, moved);
};

const refuseLiving = (lockFile: string, pid: number | undefined): void => {
  if (pid !== undefined && isAlive(lockFile, pid)) throw new DirectoryInUseError(lockFile, pid);
};

const readHolder = async (lockFile: string): Promise<number | undefined> => {
  try {
    const pid = Number(await readFile(lockFile, 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
};

const isAlive = (lockFile: string, pid: number): boolean => {
  if (pid === process.pid) return held.has(lockFile);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
};

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
