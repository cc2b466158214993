import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { type Db, openDatabase, type Tx } from '../../db/connection/database.ts';
import {
  foldTicketCounts,
  listCountDifferences,
  rebuildTicketCounts,
} from '../../db/reports/ticket-counts.ts';
import type { TicketStatus } from '../../db/schema.ts';
import { clonePostgres } from '../database.ts';

const writers = 16;
const statuses: readonly [TicketStatus, ...TicketStatus[]] = [
  'open',
  'in_progress',
  'resolved',
  'closed',
];
const mains = ['Financeiro', 'Entrega', 'Conta'] as const;

const below = (limit: number) => Math.floor(Math.random() * limit);
const oneOf = <T>([first, ...rest]: readonly [T, ...T[]]): T =>
  [first, ...rest][below(rest.length + 1)] ?? first;

/** One of forty hours, so that writers collide. */
const anHour = () => new Date(Date.UTC(2026, 2, 1, below(40), below(60)));
const linger = (tx: Tx) => sql`select pg_sleep(${below(3) / 1_000})`.execute(tx);

const insertSome = async (tx: Tx): Promise<void> => {
  // Two statements per transaction would deadlock if all writers updated one shared row per hour.
  for (let statement = 0; statement < 2; statement += 1) {
    const tickets = Array.from({ length: 1 + below(3) }, () => ({
      subject: '',
      main: oneOf(mains),
      created_at: anHour(),
    }));
    await tx.insertInto('tickets').values(tickets).execute();
    await linger(tx);
  }
};

/** Locks some tickets in id order. */
const lockSome = async (tx: Tx, count: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from tickets
    where id >= (select floor(random() * max(id)) from tickets)
    order by id limit ${count} for update
  `.execute(tx);
  return rows.map(({ id }) => id);
};

const changeStatus = async (tx: Tx): Promise<void> => {
  for (const id of await lockSome(tx, 3)) {
    await tx
      .updateTable('tickets')
      .set({ status: oneOf(statuses) })
      .where('id', '=', id)
      .execute();
    await linger(tx);
  }
};

const move = async (tx: Tx): Promise<void> => {
  const ids = await lockSome(tx, 10);
  if (ids.length === 0) return;
  const change = { main: oneOf(mains), created_at: anHour() };
  await tx.updateTable('tickets').set(change).where('id', 'in', ids).execute();
};

const remove = async (tx: Tx): Promise<void> => {
  const ids = await lockSome(tx, 2);
  if (ids.length > 0) await tx.deleteFrom('tickets').where('id', 'in', ids).execute();
};

const actions = [insertSome, insertSome, changeStatus, changeStatus, move, remove] as const;

const differencesIn = (db: Db) => db.transaction().execute((tx) => listCountDifferences(tx, 10));

/** Result of a load. */
interface LoadResult {
  transactions: number;
  checks: number;
  folds: number;
  deadlocks: number;
}

/**
 * Sixteen writers insert, change, move and delete tickets (some roll back) while two folders fold
 * continuously and the counts are rebuilt now and then. Counts and tickets are compared during and
 * after; throws at the first difference or error, deadlocks included.
 */
const loadLedger = async (ms: number): Promise<LoadResult> => {
  const clone = await clonePostgres();
  const database = await openDatabase({ url: clone.url, poolSize: writers + 5 }, (error) => {
    throw error;
  });
  const { db } = database;
  const result: LoadResult = { transactions: 0, checks: 0, folds: 0, deadlocks: 0 };
  const deadline = Date.now() + ms;
  const untilDeadline = async (work: () => Promise<void>): Promise<void> => {
    while (Date.now() < deadline) await work();
  };
  const write = () =>
    untilDeadline(async () => {
      const fails = below(20) === 0;
      await db
        .transaction()
        .execute(async (tx) => {
          await oneOf(actions)(tx);
          if (fails) throw new Error('rolled back');
        })
        .catch((error) => {
          if (!fails) throw error;
        });
      result.transactions += 1;
    });
  const fold = () =>
    untilDeadline(async () => {
      if (await foldTicketCounts(db, 1 + below(500))) result.folds += 1;
    });
  const rebuild = () =>
    untilDeadline(async () => {
      await db.transaction().execute(rebuildTicketCounts);
      await sql`select pg_sleep(0.3)`.execute(db);
    });
  const check = () =>
    untilDeadline(async () => {
      expect(await differencesIn(db)).toEqual([]);
      result.checks += 1;
    });
  try {
    await Promise.all([
      ...Array.from({ length: writers }, write),
      fold(),
      fold(),
      rebuild(),
      check(),
    ]);
    expect(await differencesIn(db)).toEqual([]);
    while (await foldTicketCounts(db, 10_000));
    expect(await differencesIn(db)).toEqual([]);
    const { rows } = await sql<{ deadlocks: number }>`
      select deadlocks::integer from pg_stat_database where datname = current_database()
    `.execute(db);
    return { ...result, deadlocks: rows[0]?.deadlocks ?? 0 };
  } finally {
    await database.close();
    await clone.drop();
  }
};

const seconds = Number(process.env.LEDGER_SECONDS ?? 60);

it(`${seconds} seconds of concurrent writes keep the counts equal to the tickets`, async () => {
  const result = await loadLedger(seconds * 1_000);
  expect(result.deadlocks).toBe(0);
  expect(result.transactions).toBeGreaterThan(80 * seconds);
  expect(result.folds).toBeGreaterThan(seconds);
  expect(result.checks).toBeGreaterThan(seconds);
});
