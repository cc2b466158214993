import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../db/connection/database.ts';
import { migrate } from '../db/migrate.ts';
import { runStatement } from '../scripts/servers/postgres.ts';
import { migrateAndDump } from './support/embedded-databases.ts';

/** The PostgreSQL server of the tests. With a pooler, the service connects through it. */
export interface PostgresServer {
  server: string;
  pooler?: string | undefined;
}

/** The template from which each test file clones its database. */
export type DatabaseTemplate = (PostgresServer & { template: string }) | { dump: string };

declare module 'vitest' {
  interface ProvidedContext {
    databaseTemplate: DatabaseTemplate;
  }
}

/** Migrates one database for a whole group of tests. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const server = process.env.TEST_DATABASE_URL;
  const { template, remove } = server ? await onServer(server) : await embedded();
  project.provide('databaseTemplate', template);
  return remove;
};

const onServer = async (server: string) => {
  const template = `leitor_template_${process.pid}_${Math.random().toString(36).slice(2, 8)}`;
  await runStatement(server, `create database ${template}`);
  const url = new URL(server);
  url.pathname = `/${template}`;
  const database = await openDatabase({ url: url.href, poolSize: 2 }, (error) => {
    throw error;
  });
  await migrate(database.db);
  await database.close();
  return {
    template: { server, pooler: process.env.TEST_DATABASE_POOLER, template },
    remove: () => runStatement(server, `drop database ${template} with (force)`),
  };
};

const embedded = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'leitor-test-'));
  const dump = join(directory, 'template.tar');
  await writeFile(dump, (await migrateAndDump()).stream());
  return {
    template: { dump },
    remove: () => rm(directory, { recursive: true, force: true }),
  };
};
