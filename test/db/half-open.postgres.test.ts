import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../db/connection/database.ts';
import { toAppError } from '../../server/core/errors.ts';
import { clonePostgres } from '../database.ts';
import { type FaultProxy, startFaultProxy } from '../faults/proxy.ts';

let network: FaultProxy;
let database: Database;
let clone: Awaited<ReturnType<typeof clonePostgres>>;

/** A database of two connections, behind a network of our own. */
const open = async () => {
  clone = await clonePostgres();
  const url = new URL(clone.url);
  network = await startFaultProxy(Number(url.port));
  url.port = String(network.port);
  database = await openDatabase({ url: url.href, poolSize: 2 }, () => undefined);
  return database.db;
};
afterEach(async () => {
  await database.close();
  await network.close();
  await clone.drop();
});

it('a connection that the network lost without a word is given up, and others are made', async () => {
  const db = await open();
  await sql`select 1`.execute(db);
  network.set({ lost: true });
  const failure = sql`select 1`.execute(db).catch((error: unknown) => error);
  network.set({});
  expect(toAppError(await failure).code).toBe('unavailable');
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
});

it('a slow statement is waited for', async () => {
  const db = await open();
  const { rows } = await sql<{ two: number }>`select 2 as two from pg_sleep(3.5)`.execute(db);
  expect(rows).toEqual([{ two: 2 }]);
});
