import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';
import { lockDirectory } from './directory-lock.ts';

/** The embedded database: PostgreSQL compiled to WebAssembly, in this process, behind the `pg` client. */
export interface Embedded {
  /** The client class that a `pg` pool uses in place of its own. */
  Client: new () => pg.Client;
  close: () => Promise<void>;
}

/**
 * Opens the embedded database: in a directory (created where missing, locked against other processes), or one that the caller
 * opened and will close.
 *
 * @throws DirectoryInUseError where another process has the directory open
 */
export const openEmbedded = async (
  location: { directory: string } | { pglite: PGlite },
): Promise<Embedded> => {
  if ('pglite' in location) return behindPg(location.pglite, async () => {});
  await mkdir(location.directory, { recursive: true });
  // PGlite itself lets a second process in, and then loses rows.
  const unlock = await lockDirectory(location.directory);
  try {
    const pglite = await PGlite.create(join(location.directory, 'pgdata'));
    return behindPg(pglite, async () => {
      await pglite.close();
      await unlock();
    });
  } catch (error) {
    await unlock();
    throw error;
  }
};

const behindPg = (pglite: PGlite, close: () => Promise<void>): Embedded => ({
  // A new configuration each time: one holds one connection, which a client that leaves the pool ends for good.
  Client: class extends pg.Client {
    constructor() {
      super(createPgConfig(pglite));
    }
  },
  close,
});
