import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../db/connection/database.ts';
import { migrate, pendingMigrations } from '../../db/migrate.ts';
import { runStatement } from '../../scripts/servers/postgres.ts';
import { clonePostgres, createEmptyDatabase, type TestDatabase } from '../database.ts';
import { startSmallPgbouncer } from './pgbouncer.ts';

let clone: TestDatabase & { url: string };
const closing: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  clone = await clonePostgres();
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await clone.drop();
});

const openAt = async (url: string): Promise<Database> => {
  const database = await openDatabase({ url, poolSize: 10 }, () => undefined);
  closing.push(database.close);
  return database;
};
const pgbouncer = async (settings: Record<string, string> = {}, url = clone.url) => {
  const server = await startSmallPgbouncer(url, settings);
  closing.push(server.stop);
  return server.url;
};

/** Settings of every connection that serves `statements` concurrent statements. */
const inForce = async ({ db }: Database, statements: number) => {
  const seen = await Promise.all(
    Array.from({ length: statements }, () =>
      sql<{ pid: number }>`
        select pg_backend_pid() as pid, current_setting('jit') as jit,
          current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
          current_setting('idle_in_transaction_session_timeout') as idle, current_setting('timezone') as zone
        from pg_sleep(0.05)
      `.execute(db),
    ),
  );
  return new Map(seen.flatMap(({ rows }) => rows.map(({ pid, ...rest }) => [pid, rest])));
};
const ours = { jit: 'off', statement: '10s', lock: '3s', idle: '10s', zone: 'UTC' };

describe('behind PgBouncer in transaction mode', () => {
  it('our settings apply to every connection, although the startup options are dropped', async () => {
    for (const other of ["timezone = 'Asia/Kathmandu'", 'jit = on', 'statement_timeout = 0']) {
      await runStatement(
        clone.url,
        `alter database ${new URL(clone.url).pathname.slice(1)} set ${other}`,
      );
    }
    const url = await pgbouncer({ ignore_startup_parameters: 'options' });
    const databases = await Promise.all([openAt(url), openAt(url), openAt(url)]);
    const seen = await Promise.all(databases.map((database) => inForce(database, 20)));
    const connections = new Map(seen.flatMap((each) => [...each]));
    expect(connections.size).toBe(4);
    expect([...connections.values()]).toEqual(Array(4).fill(ours));
  });

  it('a process does not start if the sessions lack the settings', async () => {
    const { hostname, port, username } = new URL(clone.url);
    const url = await pgbouncer({ '*': `host=${hostname} port=${port} user=${username}` });
    await expect(openAt(url)).rejects.toThrow(
      "the pooler's sessions need jit = off, statement_timeout = 10s, lock_timeout = 3s",
    );
  });

  it('four processes migrate an empty database once and leave no lock', async () => {
    const empty = await createEmptyDatabase();
    closing.push(empty.drop);
    const url = await pgbouncer({}, empty.url);
    const databases = await Promise.all([1, 2, 3, 4].map(() => openAt(url)));
    const applied = await Promise.all(databases.map((each) => migrate(each.db, each)));
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
    const direct = await openAt(empty.url);
    expect(await pendingMigrations(direct.db)).toEqual([]);
    const { rows } = await sql`
      select 1 from pg_locks where locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())
    `.execute(direct.db);
    expect(rows).toEqual([]);
  });
});
