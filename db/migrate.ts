import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { concurrentIndexes, createIndexConcurrently } from './concurrent-indexes.ts';
import type { Database, Db } from './connection/database.ts';
import {
  ensureFunctionRecords,
  type FunctionFile,
  listPendingFunctions,
  recordFunctionFile,
  stepsOf,
} from './function-files.ts';
import { forgetFailures, noteFailure } from './jobs/noted-runs.ts';
import { repeatedly, runStep } from './schema-steps.ts';

const directory = new URL('./migrations/', import.meta.url);

const readNames = async (): Promise<string[]> =>
  (await readdir(directory))
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => file.replace(/\.sql$/, ''));

/** Returns true if this version knows a migration. */
export const knowsMigration = async (name: string): Promise<boolean> =>
  [...(await readNames()), ...(await readFormerNames())].includes(name);

const readText = (name: string): Promise<string> =>
  readFile(new URL(`${name}.sql`, directory), 'utf8');

/**
 * Names of the migrations that the baseline replaced, in order. New databases record them too, because a
 * process of the previous release starts only on a database that has them.
 */
const readFormerNames = async (): Promise<string[]> =>
  (await readFile(new URL('former-migrations.txt', directory), 'utf8')).trim().split('\n');

const readApplied = async (db: Db): Promise<Set<string>> => {
  const { rows: tables } = await sql<{ present: boolean }>`
    select to_regclass('kysely_migration') is not null as present
  `.execute(db);
  if (!tables[0]?.present) return new Set();
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return new Set(rows.map((row) => row.name));
};

const listPending = async (db: Db): Promise<string[]> => {
  const applied = await readApplied(db);
  return (await readNames()).filter((name) => !applied.has(name));
};

/**
 * Lists this version's migrations and function files that the database lacks. Migrations of newer versions
 * are ignored, so that an older process can start beside newer ones during an upgrade.
 */
export const pendingMigrations = async (db: Db): Promise<string[]> => [
  ...(await listPending(db)),
  ...(await listPendingFunctions(db)).map(({ name }) => `functions/${name}`),
];

/** What is to come, in order: the pending migrations with their texts, then the files of functions. */
export const readPending = async (db: Db): Promise<{ name: string; text: string }[]> => {
  const [baseline] = await readNames();
  const isNew = (await readApplied(db)).size === 0;
  // A database of the previous release has what the baseline contains.
  const names = (await listPending(db)).filter((name) => isNew || name !== baseline);
  const functions = await listPendingFunctions(db);
  return [
    ...(await Promise.all(names.map(async (name) => ({ name, text: await readText(name) })))),
    ...functions.map(({ name, text }) => ({ name: `functions/${name}`, text })),
  ];
};

interface MigrateOptions {
  /** True behind a pooler, which may end the building of an index. */
  pooled?: boolean;
  /** Prevents other processes from migrating at the same time; optional if there are none. */
  alone?: Database['alone'];
  /** Receives a line for the log when a step gives way to requests, and while an index is built. */
  onWait?: (line: string) => void;
}

/**
 * Applies what is pending and returns its names. Each migration and each step of a function file is its own
 * transaction. It waits at most a second for a lock and is retried, so requests never wait long for it.
 * @throws Error before the first step if the database lacks a migration of the previous release, or if it
 * needs a direct connection
 */
export const migrate = async (
  db: Db,
  {
    alone = (_name, work) => work(),
    pooled = false,
    onWait = () => undefined,
  }: MigrateOptions = {},
): Promise<string[]> => {
  if ((await pendingMigrations(db)).length === 0) {
    await forgetFailures(db, 'migrate');
    return [];
  }
  return alone('migrate', () =>
    noteFailure(db, 'migrate', async () => [
      ...(await applyMigrations(db, pooled, onWait)),
      ...(await applyFunctions(db, onWait)),
    ]),
  );
};

const applyMigrations = async (
  db: Db,
  pooled: boolean,
  onWait: (line: string) => void,
): Promise<string[]> => {
  const applied = await readApplied(db);
  const former = await readFormerNames();
  const isNew = applied.size === 0;
  if (!isNew && former.some((name) => !applied.has(name))) {
    throw new Error(
      `the database's last migration is ${[...applied].sort().at(-1)}: start the version whose last migration is ${former.at(-1)} (commit bf22344c) first, then this one`,
    );
  }
  const pending = await listPending(db);
  if (pending.length === 0) return [];
  const migrations = await readMigrations(db, isNew, onWait);
  const indexing = pending.filter((name) => migrations[name]?.concurrently);
  if (pooled && !isNew && indexing.length > 0) {
    throw new Error(
      `${indexing.join(', ')}: builds indexes, which a pooler would end after its statement_timeout: run scripts/migrate.ts once with the DATABASE_URL of PostgreSQL itself, then start again`,
    );
  }
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    allowUnorderedMigrations: true,
  });
  const [baseline = '', ...later] = await readNames();
  if (pending.includes(baseline)) throwFailure(await migrator.migrateTo(baseline));
  for (const name of later.filter((other) => pending.includes(other))) {
    const disableTransactions = migrations[name]?.concurrently ?? false;
    await repeatedly(name, onWait, async () =>
      throwFailure(await migrator.migrateUp({ disableTransactions })),
    );
  }
  return pending;
};

const throwFailure = ({ error }: { error?: unknown }): void => {
  if (error) throw error;
};

/** A migration that builds indexes concurrently cannot run in a transaction. */
type FileMigration = Migration & { concurrently: boolean };

/**
 * Reads all migrations.
 * @param isNew true if the database has no tables; one of the previous release already has the baseline's
 */
const readMigrations = async (
  watching: Db,
  isNew: boolean,
  onWait: (line: string) => void,
): Promise<Record<string, FileMigration>> => {
  const done = { concurrently: false, up: async () => undefined };
  const [baseline = '', ...later] = await readNames();
  const empty = (await readFormerNames()).map((name): [string, FileMigration] => [name, done]);
  const own = [...(isNew ? [baseline] : []), ...later].map(
    async (name): Promise<[string, FileMigration]> => {
      const text = await readText(name);
      const indexes = concurrentIndexes(text);
      const up = async (db: Db) => {
        for (const index of indexes)
          await createIndexConcurrently(db, index, { watching, onProgress: onWait });
        if (indexes.length === 0) await runStep(db, text);
      };
      return [name, { concurrently: indexes.length > 0, up }];
    },
  );
  return Object.fromEntries([...empty, [baseline, done], ...(await Promise.all(own))]);
};

const applyFunctions = async (db: Db, onWait: (line: string) => void): Promise<string[]> => {
  const pending = await listPendingFunctions(db);
  if (pending.length > 0) await ensureFunctionRecords(db);
  for (const file of pending) await applyFile(db, file, onWait);
  return pending.map(({ name }) => `functions/${name}`);
};

const applyFile = async (
  db: Db,
  file: FunctionFile,
  onWait: (line: string) => void,
): Promise<void> => {
  for (const step of stepsOf(file)) {
    await repeatedly(`functions/${file.name}`, onWait, () =>
      db.transaction().execute(async (tx) => {
        // A function may use one of a later file.
        await sql`set local check_function_bodies = off`.execute(tx);
        await runStep(tx, step);
      }),
    );
  }
  await recordFunctionFile(db, file);
};
