import { existsSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { vector } from '@electric-sql/pglite-pgvector';
import pg from 'pg';
import { lockDirectory } from './directory-lock.ts';
import { syncChangedFiles } from './durable-files.ts';
import { copyNewFiles } from './embedded-template.ts';

/** PostgreSQL compiled to WebAssembly, in this process, behind the `pg` client. */
interface Embedded {
  /** The client class that a `pg` pool uses in place of its own. */
  Client: new () => pg.Client;
  /** Dumps the data directory as a compressed tar. */
  dump: () => Promise<Blob>;
  close: () => Promise<void>;
}

const syncMs = 10_000;
export const embeddedExtensions = { vector };

/**
 * Opens a directory (created if missing, private, locked), or uses a PGlite that the caller opened and
 * closes.
 * @throws DirectoryInUseError if another process has the directory open
 */
export const openEmbedded = async (
  location: { directory: string } | { pglite: PGlite },
): Promise<Embedded> => {
  if ('pglite' in location) return behindPg(location.pglite, async () => {});
  const { directory } = location;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  // PGlite makes its files readable and writable by everybody, whatever the umask.
  await chmod(directory, 0o700);
  // PGlite itself allows a second process, and rows are then lost.
  const unlock = lockDirectory(directory);
  try {
    const files = join(directory, 'pgdata');
    const openedAt = Date.now();
    await copyNewFiles(files);
    const pglite = await PGlite.create(files, { extensions: embeddedExtensions });
    const stopSyncing = syncRegularly(files, openedAt);
    return behindPg(pglite, async () => {
      await pglite.close();
      await stopSyncing();
      unlock();
    });
  } catch (error) {
    unlock();
    throw error;
  }
};

/**
 * Restores a dump into an empty directory.
 * @throws DirectoryInUseError; Error if the directory has a database already
 */
export const restoreEmbedded = async (directory: string, dump: Blob): Promise<void> => {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await chmod(directory, 0o700);
  const unlock = lockDirectory(directory);
  try {
    const files = join(directory, 'pgdata');
    if (existsSync(files)) throw new Error(`${files} exists: restore into an empty DATA_DIR`);
    const pglite = await PGlite.create({
      dataDir: files,
      loadDataDir: dump,
      extensions: embeddedExtensions,
    });
    await pglite.close();
    await syncChangedFiles(files, 0);
  } finally {
    unlock();
  }
};

/**
 * Syncs files every ten seconds, because PGlite never does. The returned function stops that and syncs once
 * more.
 */
const syncRegularly = (directory: string, since: number): (() => Promise<void>) => {
  let syncedUntil = since;
  let running = Promise.resolve();
  const sync = async () => {
    const startedAt = Date.now();
    await syncChangedFiles(directory, syncedUntil);
    syncedUntil = startedAt;
  };
  const timer = setInterval(() => {
    running = running.then(sync).catch(() => undefined);
  }, syncMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
    await sync();
  };
};

const behindPg = (pglite: PGlite, close: () => Promise<void>): Embedded => ({
  // Each client needs a new configuration: it holds the client's one connection.
  Client: class extends pg.Client {
    constructor() {
      super(createPgConfig(pglite));
    }
  },
  dump: () => pglite.dumpDataDir('gzip'),
  close,
});
