import { expect, vi } from 'vitest';
import { findPostgres, startPostgres, startStandby } from '../../scripts/servers/postgres.ts';
import type { BootOptions } from '../../server/boot.ts';
import { startApp, type TestApp } from '../harness.ts';
import { readMetrics } from '../telemetry/exposition.ts';

const bin = findPostgres();

/** Whether to leave out tests that start servers of their own. */
export const lacksPostgres = !bin && process.env.CI !== 'true';

/** A server and its streaming standby, on which the tests start services. */
export const startPair = async () => {
  if (!bin) throw new Error('install PostgreSQL');
  const primary = await startPostgres(bin, { synchronous_commit: 'on' });
  const standby = await startStandby(bin, primary).catch(async (error) => {
    await primary.stop();
    throw error;
  });
  return {
    primary,
    standby,
    /** Starts the service on the pair. */
    start: (env: Record<string, string> = {}, options: BootOptions = {}): Promise<TestApp> =>
      startApp(
        { DATABASE_URL: primary.url, DATABASE_READ_URL: standby.url, ...env },
        { database: { url: primary.url, poolSize: 10 }, ...options },
      ),
    stop: async () => {
      await standby.stop();
      await primary.stop();
    },
  };
};

/** How many reads ended so. */
export const countReads = async (app: TestApp, outcome: string): Promise<number> =>
  (await readMetrics(app)).sum('db_replica_reads_total', { outcome });

/** Resolves when a replica serves a read of a caller without writes. */
export const replicaInUse = async (app: TestApp): Promise<void> => {
  const reader = await app.trpc();
  const before = await countReads(app, 'replica');
  await vi.waitFor(
    async () => {
      await reader.tickets.list.query();
      expect(await countReads(app, 'replica')).toBeGreaterThan(before);
    },
    { timeout: 60_000 },
  );
};
