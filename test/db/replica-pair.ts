import { expect, vi } from 'vitest';
import { findPostgres, startPostgres, startStandby } from '../../scripts/servers/postgres.ts';
import type { BootOptions } from '../../server/boot.ts';
import { startApp, type TestApp } from '../harness.ts';
import { readMetrics } from '../telemetry/exposition.ts';

const bin = findPostgres();

/** True if tests that start PostgreSQL servers must be skipped. */
export const lacksPostgres = !bin && process.env.CI !== 'true';

/** A server and its streaming standby, with which tests start services. */
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
    /** Starts the service with the pair. */
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

/** The number of reads with an outcome. */
export const countReads = async (app: TestApp, outcome: string): Promise<number> =>
  (await readMetrics(app)).sum('db_replica_reads_total', { outcome });

/** Resolves when a replica serves the reads of a caller who has not written. */
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
