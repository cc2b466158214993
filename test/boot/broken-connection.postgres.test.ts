import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { openDatabase } from '../../db/connection.ts';
import { clonePostgres } from '../database.ts';

it('a connection that breaks between two statements of a transaction fails it, and nothing else', async () => {
  const clone = await clonePostgres();
  const { db, close, ping } = await openDatabase(clone.location, () => undefined);
  const backend = sql<{ pid: number }>`select pg_backend_pid() as pid`;
  const work = db.transaction().execute(async (tx) => {
    const { rows } = await backend.execute(tx);
    const pid = rows[0]?.pid;
    await sql`select pg_terminate_backend(${pid})`.execute(db);
    // The end of the connection is told while nobody asks anything of it.
    await vi.waitFor(async () => {
      const alive = await sql`select 1 from pg_stat_activity where pid = ${pid}`.execute(db);
      expect(alive.rows).toEqual([]);
    }, 10_000);
    await backend.execute(tx);
  });
  await expect(work).rejects.toThrow();
  await ping();
  await close();
  await clone.drop();
});
