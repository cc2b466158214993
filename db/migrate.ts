import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Db } from './connection/database.ts';

const directory = new URL('./migrations/', import.meta.url);

const migrationNames = async (): Promise<string[]> =>
  (await readdir(directory))
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => file.replace(/\.sql$/, ''));

const readMigrations = async (): Promise<Record<string, Migration>> => {
  const entries = (await migrationNames()).map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(new URL(`${name}.sql`, directory), 'utf8');
    return [name, { up: async (db) => void (await sql.raw(text).execute(db)) }];
  });
  return Object.fromEntries(await Promise.all(entries));
};

/**
 * The migrations of this version that the database lacks. Newer ones than this version knows are ignored, so that an older process can
 * start beside newer ones during an upgrade.
 */
export const pendingMigrations = async (db: Db): Promise<string[]> => {
  const known = await migrationNames();
  const { rows: tables } = await sql<{ present: boolean }>`
    select to_regclass('kysely_migration') is not null as present
  `.execute(db);
  if (!tables[0]?.present) return known;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const applied = new Set(rows.map((row) => row.name));
  return known.filter((name) => !applied.has(name));
};

/**
 * Applies all pending migrations in one transaction and returns their names. Safe to call from several processes at once: one
 * migrates, the others wait.
 */
export const migrate = async (db: Db): Promise<string[]> => {
  if ((await pendingMigrations(db)).length === 0) return [];
  return db.transaction().execute(async (tx) => {
    // No timeouts: building an index may take long, and so may waiting for the process that does.
    await sql`set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0`.execute(
      tx,
    );
    // Held until the transaction ends. A session lock would stay behind in a pooler.
    await sql`select pg_advisory_xact_lock(hashtext('migrate'))`.execute(tx);
    const migrator = new Migrator({
      db: tx,
      provider: { getMigrations: readMigrations },
      allowUnorderedMigrations: true,
    });
    const { error, results = [] } = await migrator.migrateToLatest();
    if (error) throw error;
    return results.map((result) => result.migrationName);
  });
};
