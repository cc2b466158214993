import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../../db/connection/database.ts';

/** Waits until this many connections of the database wait for a lock. */
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
 * Locks a ticket, starts calls one after another once the previous one waits for the lock, and returns them
 * after the release.
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
