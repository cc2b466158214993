import { expect, it } from 'vitest';
import { loadLedger } from './ledger-load.ts';

it('60 seconds of inserts, changes and deletions leave no deadlock, and counts that equal the tickets', async () => {
  const result = await loadLedger(60_000);
  expect(result.deadlocks).toBe(0);
  expect(result.transactions).toBeGreaterThan(5_000);
  expect(result.folds).toBeGreaterThan(100);
  expect(result.checks).toBeGreaterThan(100);
});
