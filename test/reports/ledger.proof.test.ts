import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase, type Tx } from '../../db/connection/database.ts';
import {
  foldTicketCounts,
  listCountDifferences,
  rebuildTicketCounts,
} from '../../db/reports/ticket-counts.ts';
import { clonePostgres } from '../database.ts';

const writers = 16;
const seconds = Number(process.env.LEDGER_SECONDS ?? 60);
const below = (limit: number) => Math.floor(Math.random() * limit);
/** A random status, category and one of forty hours, so that writers collide. */
const aStatus = sql`(enum_range(null::ticket_status))[1 + floor(random() * 4)::integer]`;
const aMain = sql`(array['Financeiro', 'Entrega', 'Conta'])[1 + floor(random() * 3)::integer]`;
const anHour = sql`timestamptz '2026-03-01' + floor(random() * 40) * interval '1 hour'`;
/** Some tickets, locked in the order of their ids. */
const someIds = (count: number) => sql`
  select id from tickets where id >= (select floor(random() * max(id)) from tickets)
  order by id limit ${count} for update`;

const actions = [
  (tx: Tx) =>
    sql`insert into tickets (subject, main, created_at)
      select '', ${aMain}, ${anHour} from generate_series(1, 3)`.execute(tx),
  (tx: Tx) => sql`update tickets set status = ${aStatus} where id in (${someIds(3)})`.execute(tx),
  (tx: Tx) =>
    sql`update tickets set main = ${aMain}, created_at = ${anHour}
      where id in (${someIds(10)})`.execute(tx),
  (tx: Tx) => sql`delete from tickets where id in (${someIds(2)})`.execute(tx),
];

it(`${seconds} seconds of concurrent writes keep the counts equal to the tickets`, async () => {
  const clone = await clonePostgres();
  const { db, close } = await openDatabase({ url: clone.url, poolSize: writers + 5 }, (error) => {
    throw error;
  });
  const deadline = Date.now() + seconds * 1_000;
  const untilDeadline = async (work: () => Promise<unknown>): Promise<number> => {
    let rounds = 0;
    for (; Date.now() < deadline; rounds += 1) await work();
    return rounds;
  };
  const rolledBack = new Error('rolled back');
  const write = () =>
    db
      .transaction()
      .execute(async (tx) => {
        // Twice: writers that updated one shared row an hour would deadlock.
        const action = actions[below(actions.length)];
        await action?.(tx);
        await sql`select pg_sleep(${below(3) / 1_000})`.execute(tx);
        if (action === actions[0]) await action?.(tx);
        if (below(20) === 0) throw rolledBack;
      })
      .catch((error) => {
        if (error !== rolledBack) throw error;
      });
  const check = async () =>
    expect(await db.transaction().execute((tx) => listCountDifferences(tx, 10))).toEqual([]);
  const rebuild = async () => {
    await db.transaction().execute(rebuildTicketCounts);
    await sql`select pg_sleep(0.3)`.execute(db);
  };
  const fold = () => foldTicketCounts(db, 1 + below(500));
  const [checks = 0, ...rounds] = await Promise.all([
    untilDeadline(check),
    untilDeadline(fold),
    untilDeadline(fold),
    untilDeadline(rebuild),
    ...Array.from({ length: writers }, () => untilDeadline(write)),
  ]);
  await check();
  while (await foldTicketCounts(db, 10_000));
  await check();
  expect(checks).toBeGreaterThan(seconds);
  expect(Math.min(...rounds)).toBeGreaterThan(seconds / 2);
  await close();
  await clone.drop();
});
