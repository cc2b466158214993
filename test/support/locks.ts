import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../../db/connection/database.ts';

/** Waits until so many connections of this database wait for a lock of another one. */
export const untilBlocked = (db: Db, count: number): Promise<void> =>
  expect
    .poll(async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from pg_stat_activity
        where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(db);
      return rows[0]?.count;
    })
    .toBe(count);

/**
 * Starts calls while a ticket is locked, each once those before wait for the lock, and returns them
 * when it is free.
 */
export const queueOnTicket = <T>(
  db: Db,
  id: number,
  calls: readonly (() => Promise<T>)[],
): Promise<T[]> => {
  const started: Promise<T>[] = [];
  return db
    .transaction()
    .execute(async (tx) => {
      await sql`select from tickets where id = ${id} for update`.execute(tx);
      for (const call of calls) {
        started.push(call());
        await untilBlocked(db, started.length);
      }
    })
    .then(() => Promise.all(started));
};
