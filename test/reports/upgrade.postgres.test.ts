import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, it, onTestFinished } from 'vitest';
import { type Db, openDatabase } from '../../db/connection/database.ts';
import { isLockTimeout } from '../../db/connection/errors.ts';
import { migrate } from '../../db/migrate.ts';
import { listCountDifferences } from '../../db/reports/ticket-counts.ts';
import { createEmptyDatabase } from '../database.ts';

const folder = new URL('../../db/migrations/', import.meta.url);
const lastBefore = '20261121090300_tickets';

/** The schema before the counts existed. */
const migrateToTickets = async (db: Db): Promise<void> => {
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () => {
        const names = (await readdir(folder)).map((file) => file.replace(/\.sql$/, '')).sort();
        const entries = names.map(async (name) => {
          const text = await readFile(new URL(`${name}.sql`, folder), 'utf8');
          return [name, { up: async (tx: Db) => void (await sql.raw(text).execute(tx)) }] as const;
        });
        return Object.fromEntries(await Promise.all(entries));
      },
    },
  });
  const { error } = await migrator.migrateTo(lastBefore);
  if (error) throw error;
};

// As callers do whose request was refused with 503.
const tryAgainAfterTimeout = (error: unknown): void => {
  if (!isLockTimeout(error)) throw error;
};

it('counts existing tickets and those written during the upgrade', async () => {
  const empty = await createEmptyDatabase();
  const { db, close } = await openDatabase(empty.location, () => undefined);
  onTestFinished(async () => {
    await close();
    await empty.drop();
  });
  await migrateToTickets(db);
  const insert = (count: number) =>
    sql`
      insert into tickets (subject, main, created_at)
      select '', 'Conta', timestamptz '2026-03-01' + i * interval '1 minute' from generate_series(1, ${count}) as i
    `.execute(db);
  await insert(20_000);

  // An older process that does not know the counts.
  let upgraded = false;
  const olderProcess = async () => {
    while (!upgraded) await insert(3).catch(tryAgainAfterTimeout);
  };
  const writers = [olderProcess(), olderProcess(), olderProcess()];
  await migrate(db);
  upgraded = true;
  await Promise.all(writers);

  expect(await db.transaction().execute((tx) => listCountDifferences(tx, 10))).toEqual([]);
  const { rows } = await sql<{ tickets: number; counted: number }>`
    select
      (select count(*)::integer from tickets) as tickets,
      (select sum(open)::integer from (table ticket_counts union all select hour, open, in_progress, resolved, closed from ticket_count_deltas) parts) as counted
  `.execute(db);
  expect(rows[0]?.tickets).toBeGreaterThan(20_000);
  expect(rows[0]?.counted).toBe(rows[0]?.tickets);
});
