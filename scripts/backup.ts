import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { findConnection } from '../cli/connection.ts';
import { type DatabaseDump, writeBackup } from '../server/backup/archive.ts';
import { openStorage } from '../server/clients/open-storage.ts';
import type { Config } from '../server/config/config.ts';
import { openConfiguredDatabase } from '../server/process/open-resources.ts';
import { configOfCommand, runCommand } from './run-command.ts';
import { runPostgresClient } from './servers/postgres-client.ts';

// `npm run backup -- FILE`: the database and the attachments in one archive with checksums. On the
// embedded database the running service writes it; without one, this process does.

/** Lets the running service write the backup; returns false if no service is running. */
const backUpThroughService = async (file: string): Promise<boolean> => {
  const { url, token } = await findConnection(process.env);
  const response = await fetch(`${url}/backup`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  }).catch((error) => {
    if (error instanceof TypeError) return undefined;
    throw error;
  });
  if (!response) return false;
  if (!response.ok || !response.body) {
    throw new Error(`the service refused the backup: ${response.status} ${await response.text()}`);
  }
  await pipeline(Readable.from(response.body), createWriteStream(file, { mode: 0o600 }));
  return true;
};

/**
 * Dumps PostgreSQL with `pg_dump` into a file beside the archive, which only its owner can read. The caller
 * deletes it.
 */
const dumpPostgres = async (url: string, file: string): Promise<DatabaseDump> => {
  await rm(file, { force: true });
  await writeFile(file, '', { mode: 0o600, flag: 'wx' });
  await runPostgresClient('pg_dump', url, ['-Fc', '--no-owner', '-f', file]);
  return { kind: 'postgres', size: (await stat(file)).size, contents: createReadStream(file) };
};

const backUpHere = async (config: Config, file: string): Promise<void> => {
  const database = await openConfiguredDatabase(config, (error) => console.error(error.message));
  const storage = await openStorage(config.storage);
  const dumpFile = `${file}.database`;
  const dump = async (): Promise<DatabaseDump> => {
    if (config.database) return dumpPostgres(config.database.url, dumpFile);
    const blob = await database.dump?.();
    if (!blob) throw new Error('there is no database');
    return { kind: 'embedded', size: blob.size, contents: Readable.from(blob.stream()) };
  };
  try {
    await writeBackup(
      { db: database.db, storage, now: () => new Date() },
      dump,
      createWriteStream(file, { mode: 0o600 }),
    );
  } finally {
    await rm(dumpFile, { force: true });
    await storage.close();
    await database.close();
  }
};

await runCommand(async () => {
  const [given] = process.argv.slice(2);
  if (!given) throw new Error('usage: npm run backup -- FILE');
  const file = resolve(given);
  const partial = `${file}.partial`;
  const config = configOfCommand();
  try {
    if (config.database || !(await backUpThroughService(partial))) {
      await backUpHere(config, partial);
    }
    await rename(partial, file);
  } finally {
    await rm(partial, { force: true });
  }
  console.log(`backup written to ${file}; check it with: npm run restore -- --check ${given}`);
});
