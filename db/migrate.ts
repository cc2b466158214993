import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Db } from './connection.ts';

const directory = new URL('./migrations/', import.meta.url);

const readMigrations = async (): Promise<Record<string, Migration>> => {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).sort();
  const entries = files.map(async (file): Promise<[string, Migration]> => {
    const text = await readFile(new URL(file, directory), 'utf8');
    return [
      file.replace(/\.sql$/, ''),
      { up: async (db) => void (await sql.raw(text).execute(db)) },
    ];
  });
  return Object.fromEntries(await Promise.all(entries));
};

/**
 * The migrations of this version that the database has not had. Those of a newer version do not count, so that an older
 * process can still start beside it during an upgrade.
 */
export const pendingMigrations = async (db: Db): Promise<string[]> => {
  const known = Object.keys(await readMigrations());
  const { rows: tables } = await sql<{ present: boolean }>`
    select to_regclass('kysely_migration') is not null as present
  `.execute(db);
  if (!tables[0]?.present) return known;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const applied = new Set(rows.map((row) => row.name));
  return known.filter((name) => !applied.has(name));
};

/**
 * Brings the schema up to this version, all of it or none. Several processes may call it at once: one migrates, the
 * others wait. Answers the names of the migrations that this call applied.
 */
export const migrate = async (db: Db): Promise<string[]> => {
  if ((await pendingMigrations(db)).length === 0) return [];
  return db.transaction().execute(async (tx) => {
    // Without time-outs: building an index may take long, and so may waiting for whoever does.
    await sql`set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0`.execute(
      tx,
    );
    // Until the end of the transaction, whichever way it ends: a session's lock would be left behind in a pooler.
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
