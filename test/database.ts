import { openAsBlob } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { inject } from 'vitest';
import type { DatabaseLocation } from '../db/connection.ts';
import { runStatement } from '../scripts/servers/postgres.ts';

/** A database of the caller's own. */
export interface TestDatabase {
  location: DatabaseLocation;
  /** Removes it; throws where a connection to it was left open. */
  drop: () => Promise<void>;
}

/** Clones the migrated template: tens of milliseconds on PostgreSQL, half a second on the embedded database. */
export const cloneDatabase = async (): Promise<TestDatabase> => {
  const template = inject('databaseTemplate');
  if ('dump' in template) {
    const pglite = await PGlite.create({ loadDataDir: await openAsBlob(template.dump) });
    return { location: { pglite }, drop: () => pglite.close() };
  }
  return createDatabase(template.server, template.template);
};

/** A migrated database on PostgreSQL, with its address: for tests that start processes. */
export const clonePostgres = (): Promise<TestDatabase & { url: string }> => {
  const { server, template } = postgresTemplate();
  return createDatabase(server, template);
};

/** A database on PostgreSQL without any schema: for tests of migrating. */
export const createEmptyDatabase = (): Promise<TestDatabase & { url: string }> =>
  createDatabase(postgresTemplate().server, 'template0');

const postgresTemplate = () => {
  const template = inject('databaseTemplate');
  if ('dump' in template) throw new Error('needs PostgreSQL: set TEST_DATABASE_URL');
  return template;
};

const createDatabase = async (server: string, template: string) => {
  const name = `leitor_test_${crypto.randomUUID().replaceAll('-', '')}`;
  await runStatement(server, `create database ${name} template ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    location: { url: url.href, poolSize: 10 },
    drop: () => dropDatabase(server, name),
  };
};

/** The server takes a moment to notice that a closed connection is gone. */
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
