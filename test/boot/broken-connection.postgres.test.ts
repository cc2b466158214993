import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from '../../db/connection/database.ts';
import { runStatement } from '../../scripts/servers/postgres.ts';
import { toAppError } from '../../server/core/errors.ts';
import { clonePostgres } from '../database.ts';

it('a connection that breaks within a transaction fails that transaction alone', async () => {
  const clone = await clonePostgres();
  const broken: Error[] = [];
  const { db, close } = await openDatabase(clone.location, (error) => broken.push(error));
  const failure = await db
    .transaction()
    .execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await runStatement(clone.url, `select pg_terminate_backend(${rows[0]?.pid})`);
      await expect.poll(() => broken.length).toBeGreaterThan(0);
      await sql`select 1`.execute(tx);
    })
    .catch((error: unknown) => error);
  expect(toAppError(failure).code).toBe('unavailable');
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  await close();
  await clone.drop();
});
