import { openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { countTables } from '../db/backup/backup.ts';
import { restoreEmbedded } from '../db/connection/embedded.ts';
import { databaseEntry, type Manifest } from '../server/backup/archive.ts';
import { restoreContents, unpackBackup } from '../server/backup/restore.ts';
import { startService } from '../server/boot.ts';
import { openStorage } from '../server/clients/open-storage.ts';
import type { Config } from '../server/config/config.ts';
import { type LedgerEntry, readLedger } from '../server/erasure-ledger/erasure-ledger.ts';
import { replayErasures } from '../server/people/replay-erasures.ts';
import { openConfiguredDatabase } from '../server/process/open-resources.ts';
import { reasonOf } from '../server/text/error-reason.ts';
import { configOfCommand, runCommand } from './run-command.ts';
import { runPostgresClient } from './servers/postgres-client.ts';

// `npm run restore -- FILE`: restores a backup into the configured, empty database and storage.
// With --check, only verifies it.

const onBroken = (error: Error) => console.error(error.message);

const restorePostgres = async (config: Config, url: string, dump: string): Promise<void> => {
  const database = await openConfiguredDatabase(config, onBroken);
  const tables = await countTables(database.db).finally(database.close);
  if (tables > 0) throw new Error('DATABASE_URL: the database is not empty');
  const options = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction'];
  await runPostgresClient('pg_restore', url, [...options, dump]);
};

const restoreDatabase = async (
  config: Config,
  { database }: Manifest,
  dump: string,
): Promise<void> => {
  if (config.database && database === 'postgres') {
    await restorePostgres(config, config.database.url, dump);
  } else if (!config.database && database === 'embedded') {
    await restoreEmbedded(join(config.dataDirectory, 'database'), await openAsBlob(dump));
  } else {
    throw new Error(
      database === 'postgres'
        ? 'DATABASE_URL: the backup is of PostgreSQL, so an empty database is needed'
        : 'DATABASE_URL: the backup is of the embedded database, so it must not be set',
    );
  }
};

/** Erases the people whom the ledger lists since the backup, by a service without listeners. */
const eraseAgain = async (config: Config, entries: readonly LedgerEntry[]): Promise<void> => {
  const unreachable = { host: '127.0.0.1', port: 0 };
  const service = await startService(
    { ...config, listen: unreachable, internalListen: unreachable, shutdownDelayMs: 0 },
    pino({ level: 'warn' }),
    { jobs: { scheduled: false, catchUp: false } },
  );
  try {
    const { erased, ofOtherKeys, refusals } = await replayErasures(
      service.contextFor('restore'),
      entries,
    );
    console.log(`${erased} persons who were erased since the backup are erased again`);
    if (ofOtherKeys > 0) {
      throw new Error(
        `ERASURE_LEDGER_KEY: ${ofOtherKeys} erasures since the backup are of another key`,
      );
    }
    if (refusals.length > 0) throw new Error(`persons not erased again: ${refusals.join(', ')}`);
  } finally {
    await service.close();
  }
};

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: { check: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [given, ...others] = positionals;
  if (!given || others.length > 0) throw new Error('usage: npm run restore -- [--check] FILE');
  const archive = resolve(given);
  const directory = await mkdtemp(join(dirname(archive), '.restore-'));
  try {
    const manifest = await unpackBackup(archive, directory).catch((cause) => {
      throw new Error(`${given}: ${reasonOf(cause)}`, { cause });
    });
    const files = manifest.entries.length - 1;
    console.log(`${given} of ${manifest.createdAt} is whole: the database and ${files} files`);
    if (values.check) return;
    const config = configOfCommand();
    await restoreDatabase(config, manifest, join(directory, databaseEntry));
    const database = await openConfiguredDatabase(config, onBroken);
    const storage = await openStorage(config.storage);
    const restored = await restoreContents({ db: database.db, storage }, directory, manifest);
    const erasures = await readLedger(storage, new Date(manifest.createdAt));
    await storage.close();
    await database.close();
    if (erasures.length > 0) await eraseAgain(config, erasures);
    console.log(
      [
        `restored the database and ${restored.files} files`,
        ...(restored.missing.length > 0
          ? [`attachments deleted while the backup ran: ${restored.missing.join(', ')}`]
          : []),
        `${restored.heldBack} mails that were waiting are held back: npm run admin -- outbox list --status unknown`,
        'empty Redis (FLUSHDB) before the service starts: its caches may be newer',
      ].join('\n'),
    );
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
