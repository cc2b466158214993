import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Thrown if another process has the embedded database open. */
export class DirectoryInUseError extends Error {
  override name = 'DirectoryInUseError';

  constructor(directory: string, holder: string) {
    super(
      `the embedded database is in use by ${holder} (${directory}), and it takes one process: ` +
        'stop that one, choose another DATA_DIR, or set DATABASE_URL',
    );
  }
}

/**
 * Locks a directory and returns a function that releases it. SQLite takes an OS lock, which holds across
 * containers and PID namespaces and ends with the process.
 * @throws DirectoryInUseError if another process, or this one, holds it
 */
export const lockDirectory = (directory: string): (() => void) => {
  const holderFile = join(directory, 'leitor.pid');
  const database = new DatabaseSync(join(directory, 'leitor.lock'), { timeout: 0 });
  try {
    database.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    database.close();
    if (isBusy(error)) throw new DirectoryInUseError(directory, describeHolder(holderFile));
    throw error;
  }
  writeFileSync(holderFile, String(process.pid), { mode: 0o600 });
  return () => {
    rmSync(holderFile, { force: true });
    database.close();
  };
};

// SQLite reports a held lock as SQLITE_BUSY (5).
const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === 5;

/** Describes the holder for the message only: in another PID namespace the number means another process. */
const describeHolder = (holderFile: string): string =>
  existsSync(holderFile) ? `process ${readFileSync(holderFile, 'utf8')}` : 'another process';
