import { describe, expect, it } from 'vitest';
import { loadLedger } from './ledger-load.ts';

describe('the counts of tickets beside concurrent writers', () => {
  it('equal the tickets at every moment, without a deadlock', async () => {
    const result = await loadLedger(3_000);
    expect(result.deadlocks).toBe(0);
    expect(result.folds).toBeGreaterThan(0);
    expect(result.checks).toBeGreaterThan(0);
  });
});
