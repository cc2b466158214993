import { expect, it } from 'vitest';
import { loadLedger } from './ledger-load.ts';

const seconds = Number(process.env.LEDGER_SECONDS ?? 60);

it(`${seconds} seconds of concurrent writes cause no deadlock and keep the counts equal to the tickets`, async () => {
  const result = await loadLedger(seconds * 1_000);
  expect(result.deadlocks).toBe(0);
  expect(result.transactions).toBeGreaterThan(80 * seconds);
  expect(result.folds).toBeGreaterThan(seconds);
  expect(result.checks).toBeGreaterThan(seconds);
});
