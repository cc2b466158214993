import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../db/connection/database.ts';
import { readTransactionAges } from '../../db/connection/transactions.ts';
import { listLatestRuns } from '../../db/jobs/jobs.ts';
import { noteFailure, noteSuccess } from '../../db/jobs/noted-runs.ts';
import { clonePostgres } from '../database.ts';

const open = async () => {
  const clone = await clonePostgres();
  const database = await openDatabase(clone.location, () => undefined);
  onTestFinished(async () => {
    await database.close();
    await clone.drop();
  });
  return database;
};

it('a running migration is told from the oldest other transaction', async () => {
  const { db, alone } = await open();
  expect((await readTransactionAges(db)).migrationSeconds).toBe(0);
  await alone('migrate', async () => {
    expect((await readTransactionAges(db)).migrationSeconds).toBeGreaterThan(0);
    await alone('another work', async () => {
      const { migrationSeconds, oldestSeconds } = await readTransactionAges(db);
      expect(migrationSeconds).toBeGreaterThan(oldestSeconds);
      expect(oldestSeconds).toBeGreaterThan(0);
    });
  });
});

it('work that failed is known as failed until it succeeds', async () => {
  const { db } = await open();
  const last = async () => (await listLatestRuns(db, ['backup']))[0];
  await noteSuccess(db, 'backup');
  const first = await last();
  expect(first).toMatchObject({ error: null, lastSuccessAt: expect.any(Date) });
  const failing = () => sql`select no_column`.execute(db);
  for (const _attempt of [1, 2])
    await expect(noteFailure(db, 'backup', failing)).rejects.toThrow('no_column');
  expect(await last()).toMatchObject({
    error: expect.stringContaining('no_column'),
    lastSuccessAt: first?.lastSuccessAt,
  });
  expect(await noteFailure(db, 'backup', async () => 1)).toBe(1);
  expect(await last()).toEqual(first);
});
