import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Db } from '../../db/connection/database.ts';
import { runStatement } from '../../scripts/servers/postgres.ts';
import { readFromReplica } from '../../server/core/context.ts';
import { startFaultProxy } from '../faults/proxy.ts';
import type { TestApp } from '../harness.ts';
import { readMetrics } from '../telemetry/exposition.ts';
import { countReads, lacksPostgres, replicaInUse, startPair } from './replica-pair.ts';

let pair: Awaited<ReturnType<typeof startPair>>;
const apps: TestApp[] = [];

const start: typeof pair.start = async (...args) => {
  const app = await pair.start(...args);
  apps.push(app);
  return app;
};

/** What the log says about the replica, once it says that it is left out. */
const leftOut = async (app: TestApp): Promise<string> => {
  const lines = () =>
    app.logs.map(({ msg }) => String(msg)).filter((msg) => msg.includes('left out'));
  await expect.poll(lines).not.toEqual([]);
  return lines().join();
};

const onStandby = (statement: string) => runStatement(pair.standby.url, statement);

/** Resolves when a read, which only a standby is slow at, is running there. */
const startSlowRead = async (app: TestApp) => {
  const base = app.service.contextFor('test');
  const ctx = { ...base, request: { ...base.request, readsOnly: true } };
  const read = async (db: Db) => {
    const query = sql<{ standby: boolean }>`
      select standby from (
        select pg_is_in_recovery() as standby, case when pg_is_in_recovery() then pg_sleep(9) end,
          (select count(*) from ticket_notes) as slow_read
      ) as slept`;
    return (await query.execute(db)).rows;
  };
  let result: ReturnType<typeof read> | undefined;
  const isRunning = () =>
    onStandby(`do $$ begin
      assert exists (select from pg_stat_activity where query like '%slow_read%' and wait_event = 'PgSleep');
    end $$`);
  await vi.waitFor(
    async () => {
      // Again if the primary served it.
      result ??= readFromReplica(ctx, read).finally(() => {
        result = undefined;
      });
      await isRunning();
    },
    { timeout: 60_000 },
  );
  return { result };
};

/**
 * Lists tickets as a caller without writes. Returns a function that stops it, and rejects if a
 * request failed.
 */
const startReading = async (app: TestApp) => {
  const reader = await app.trpc();
  let stopped = false;
  const read = async () => {
    while (!stopped) await reader.tickets.list.query();
  };
  const workers = Promise.all([read(), read(), read(), read()]);
  workers.catch(() => undefined);
  return async () => {
    stopped = true;
    await workers;
  };
};

describe.skipIf(lacksPostgres)('a replica', () => {
  beforeAll(async () => {
    pair = await startPair();
  });
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.close();
  });
  afterAll(() => pair.stop());

  it('that lags is left out until it has caught up, and an idle primary is no lag', async () => {
    const app = await start();
    await replicaInUse(app);
    await onStandby('select pg_wal_replay_pause()');
    const [writer, other] = [await app.trpc(), await app.trpc()];
    const { id } = await writer.tickets.create.mutate({
      subject: 'Oi',
      body: 'Oi',
      main: 'Atraso',
    });
    const seen = async () => (await other.tickets.list.query({ main: 'Atraso' })).items.length;
    await expect.poll(seen).toBe(1);
    expect(await countReads(app, 'no-replica')).toBeGreaterThan(0);
    expect(await leftOut(app)).toContain('it lags');
    expect((await readMetrics(app)).sum('db_replica_staleness_seconds')).toBeGreaterThan(2);
    await onStandby('select pg_wal_replay_resume()');
    await replicaInUse(app);
    expect((await other.tickets.list.query({ main: 'Atraso' })).items).toMatchObject([{ id }]);
    await expect
      .poll(async () => (await readMetrics(app)).sum('db_replica_staleness_seconds'))
      .toBeLessThan(2);
  });

  it('that is killed loses no request, and is read again when it is back', async () => {
    const app = await start();
    await replicaInUse(app);
    const stopReading = await startReading(app);
    await pair.standby.crash();
    await leftOut(app);
    await pair.standby.restart();
    await replicaInUse(app);
    await stopReading();
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
  });

  it('that stops responding keeps no read waiting', async () => {
    const address = new URL(pair.standby.url);
    const network = await startFaultProxy(Number(address.port));
    address.port = String(network.port);
    const app = await start({ DATABASE_READ_URL: address.href });
    await replicaInUse(app);
    const { result } = await startSlowRead(app);
    network.set({ held: true });
    expect(await result).toEqual([{ standby: false }]);
    await (await app.trpc()).tickets.list.query();
    expect(await countReads(app, 'replica-failed')).toBeGreaterThan(0);
    expect(await countReads(app, 'no-replica')).toBeGreaterThan(0);
    network.set({});
    await replicaInUse(app);
    await app.close();
    apps.length = 0;
    await network.close();
  });

  it('that is another database of the standby is left out', async () => {
    const url = pair.standby.url.replace(/postgres$/, 'template1');
    const app = await start({ DATABASE_READ_URL: url });
    expect(await leftOut(app)).toContain('not a standby of DATABASE_URL');
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
    await (await app.trpc()).tickets.list.query();
    expect(await countReads(app, 'no-replica')).toBeGreaterThan(0);
  });
});
