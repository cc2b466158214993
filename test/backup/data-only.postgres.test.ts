import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { type DatabaseLocation, openDatabase } from '../../db/connection/database.ts';
import { findPostgresClient } from '../../scripts/servers/postgres-client.ts';
import { openTicket } from '../attachments/attachment-helpers.ts';
import { clonePostgres } from '../database.ts';
import { startApp } from '../harness.ts';

const run = promisify(execFile);

/** How many rows each table has. */
const countRows = async (location: DatabaseLocation): Promise<Record<string, unknown>> => {
  const { db, close } = await openDatabase(location, () => undefined);
  const counts: Record<string, unknown> = {};
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql<{ n: string }>`select count(*) n from ${sql.table(name)}`.execute(
      db,
    );
    counts[name] = rows[0]?.n;
  }
  await close();
  return counts;
};

it('a dump of the rows alone, as documented, restores into a migrated database', async () => {
  const options = [
    '--data-only',
    '--load-via-partition-root',
    '--disable-triggers',
    '--exclude-table=kysely_migration*',
  ];
  expect(readFileSync('docs/operations.md', 'utf8')).toContain(
    `pg_dump ${options.join(' ').replace('kysely_migration*', "'kysely_migration*'")}`,
  );
  const [from, to] = [await clonePostgres(), await clonePostgres()];
  const app = await startApp({}, { database: from.location });
  await openTicket(app);
  await app.close();
  const directory = await mkdtemp(join(tmpdir(), 'leitor-dump-'));
  const file = join(directory, 'rows.sql');
  await run(findPostgresClient('pg_dump'), [...options, '-f', file, from.url]);
  const into = ['-q', '-v', 'ON_ERROR_STOP=1', '--single-transaction', '-f', file, to.url];
  await run(findPostgresClient('psql'), into);
  const rows = await countRows(to.location);
  expect(rows).toEqual(await countRows(from.location));
  expect(rows).toMatchObject({ tickets: '1', audit_log: '1' });
  await rm(directory, { recursive: true });
  for (const database of [from, to]) await database.drop();
});
