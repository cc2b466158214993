import { setTimeout as pause } from 'node:timers/promises';
import { inject } from 'vitest';
import type { DatabaseLocation, Db, Tx } from '../db/connection/database.ts';
import { runStatement } from '../scripts/servers/postgres.ts';
import type { PostgresServer } from './global-setup.ts';
import { giveBackEmbedded, takeEmbedded } from './support/embedded-databases.ts';

/** Slow work on a busy machine must not fail a test; tests of the limits connect by the URL. */
const limitMs = 120_000;

/** A database for one caller. */
export interface TestDatabase {
  location: DatabaseLocation;
  /** Removes the database; throws if a connection to it is still open. */
  drop: () => Promise<void>;
}

/** A migrated, empty database: a clone of the template on PostgreSQL, or a reused embedded database. */
export const cloneDatabase = async (): Promise<TestDatabase> => {
  const template = inject('databaseTemplate');
  if ('dump' in template) {
    const pglite = await takeEmbedded(template.dump);
    return { location: { pglite, limitMs }, drop: () => giveBackEmbedded(pglite) };
  }
  return createDatabase(template, template.template);
};

/** A migrated PostgreSQL database with its URL, for tests that start processes. */
export const clonePostgres = (): Promise<TestDatabase & { url: string }> => {
  const template = postgresTemplate();
  return createDatabase(template, template.template);
};

/** A PostgreSQL database without a schema, for tests of migrations. */
export const createEmptyDatabase = (): Promise<TestDatabase & { url: string }> =>
  createDatabase(postgresTemplate(), 'template0');

const postgresTemplate = () => {
  const template = inject('databaseTemplate');
  if ('dump' in template) throw new Error('needs PostgreSQL: set TEST_DATABASE_URL');
  return template;
};

const createDatabase = async ({ server, pooler }: PostgresServer, template: string) => {
  const name = `leitor_test_${crypto.randomUUID().replaceAll('-', '')}`;
  // Copying files is twice as fast as logging each page.
  await runStatement(server, `create database ${name} template ${template} strategy file_copy`);
  const url = new URL(pooler ?? server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    location: { url: url.href, poolSize: 10, limitMs },
    // A pooler keeps its connections open; without one, an open connection is a leak.
    drop: () =>
      pooler
        ? runStatement(server, `drop database ${name} with (force)`)
        : dropDatabase(server, name),
  };
};

/** Retries, because the server takes a moment to notice a closed connection. */
const dropDatabase = async (server: string, name: string): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runStatement(server, `drop database ${name}`);
    } catch (error) {
      if (attempt === 20) throw error;
    }
    await pause(100);
  }
};

/** Runs work in a transaction that is rolled back. */
export const withoutTrace = async (db: Db, work: (tx: Tx) => Promise<void>): Promise<void> => {
  const tx = await db.startTransaction().execute();
  try {
    await work(tx);
  } finally {
    await tx.rollback().execute();
  }
};
