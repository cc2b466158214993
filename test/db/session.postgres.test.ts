import { sql } from 'kysely';
import pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { type EndedStatement, openDatabase } from '../../db/connection/database.ts';
import { clonePostgres } from '../database.ts';

const open = async (onStatement?: (statement: EndedStatement) => void) => {
  const clone = await clonePostgres();
  const database = await openDatabase(
    { url: clone.url, poolSize: 2 },
    () => undefined,
    onStatement,
  );
  onTestFinished(async () => {
    await database.close();
    await clone.drop();
  });
  return database;
};

it('every connection has the time-outs, the time zone and the name of the service', async () => {
  const pools = vi.spyOn(pg, 'Pool');
  onTestFinished(() => pools.mockRestore());
  const { db, stats } = await open();
  expect(pools.mock.calls).toMatchObject([
    [{ connectionTimeoutMillis: 2_000, idleTimeoutMillis: 30_000, keepAlive: true }],
  ]);
  const settings = async () => {
    const { rows } = await sql`
      select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as idle, current_setting('jit') as jit,
        current_setting('timezone') as zone, current_setting('application_name') as name,
        pg_sleep(0.01)::text as slept`.execute(db);
    return rows[0];
  };
  const expected = {
    statement: '10s',
    lock: '3s',
    idle: '10s',
    jit: 'off',
    zone: 'UTC',
    name: 'leitor',
  };
  const all = await Promise.all([settings(), settings(), settings()]);
  for (const one of all) expect(one).toMatchObject(expected);
  expect(stats()).toEqual({ total: 2, idle: 2, waiting: 0 });
});

it('each statement that ended is reported with its error', async () => {
  const ended: EndedStatement[] = [];
  const { db } = await open((statement) => ended.push(statement));
  await sql`select pg_sleep(0.05)`.execute(db);
  await expect(sql`select 1 / 0`.execute(db)).rejects.toThrow('division by zero');
  expect(ended).toMatchObject([
    { sql: 'select pg_sleep(0.05)', error: undefined },
    { sql: 'select 1 / 0', error: { code: '22012' } },
  ]);
  for (const { seconds } of ended) expect(seconds).toBeLessThan(10);
  expect(ended[0]?.seconds).toBeGreaterThan(0.04);
});
