import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../db/connection/database.ts';
import { isOutage } from '../../../db/connection/errors.ts';
import { clonePostgres } from '../../database.ts';
import { startApp } from '../../harness.ts';

/** A database of its own, opened with a pool of this size. */
const openOwn = async (poolSize: number) => {
  const own = await clonePostgres();
  const database = await openDatabase({ url: own.url, poolSize }, () => undefined);
  onTestFinished(async () => {
    await database.close();
    await own.drop();
  });
  return { ...database, url: own.url };
};

/** A transaction that holds its connection until it is released. */
const hold = async (db: Awaited<ReturnType<typeof openOwn>>['db'], statement = sql`select 1`) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const ended = db.transaction().execute(async (tx) => {
    await statement.execute(tx);
    begin();
    await released;
  });
  await Promise.race([begun, ended]);
  return async () => {
    release();
    await ended;
  };
};

describe('half of a pool', () => {
  it('waits for its own connections and leaves the others, and gives them back', async () => {
    const { db, half, stats } = await openOwn(4);
    const held = [await hold(half), await hold(half)];
    const third = sql`select 1`.execute(half).then(
      () => 'served',
      (error: unknown) => (isOutage(error) ? 'unavailable' : error),
    );
    const others = [await hold(db), await hold(db)];
    expect(stats()).toMatchObject({ total: 4, idle: 0, waiting: 0 });
    expect(await third).toBe('unavailable');
    for (const release of [...held, ...others]) await release();
    await Promise.all(Array.from({ length: 20 }, () => sql`select 1`.execute(half)));
    expect(stats().waiting).toBe(0);
  });
});

describe("the team's calls", () => {
  it('that wait for the database keep no new reader out', async () => {
    const { db, url } = await openOwn(2);
    const app = await startApp({}, { database: { url, poolSize: 10, limitMs: 120_000 } });
    onTestFinished(app.close);
    const release = await hold(db, sql`lock table tags in access exclusive mode`);
    const agent = await app.trpc({ role: 'agent' });
    const calls = Array.from({ length: 40 }, () => agent.tags.list.query().catch(() => undefined));
    const blocked = sql<{ count: number }>`select count(*)::integer as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await blocked.execute(db)).rows[0]?.count).toBe(5);
    const headers = { authorization: `Bearer ${await app.token()}` };
    expect((await fetch(`${app.url}/streaks/groups`, { headers })).status).toBe(200);
    await release();
    await Promise.all(calls);
  });
});
