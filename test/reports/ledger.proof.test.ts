import { expect, it } from 'vitest';
import { loadLedger } from './ledger-load.ts';

it('60 seconds of concurrent writes cause no deadlock and keep the counts equal to the tickets', async () => {
  const result = await loadLedger(60_000);
  expect(result.deadlocks).toBe(0);
  expect(result.transactions).toBeGreaterThan(5_000);
  expect(result.folds).toBeGreaterThan(100);
  expect(result.checks).toBeGreaterThan(100);
});
