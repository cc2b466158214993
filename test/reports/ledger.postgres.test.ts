import { describe, expect, it } from 'vitest';
import { loadLedger } from './ledger-load.ts';

describe('ticket counts with concurrent writers', () => {
  it('always equal the tickets and never deadlock', async () => {
    const result = await loadLedger(3_000);
    expect(result.deadlocks).toBe(0);
    expect(result.folds).toBeGreaterThan(0);
    expect(result.checks).toBeGreaterThan(0);
  });
});
