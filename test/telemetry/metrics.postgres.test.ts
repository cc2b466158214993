import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { readMetrics } from './exposition.ts';

it('distinguishes statements that timed out from those that failed', async () => {
  const app = await startApp();
  try {
    const { db } = app.service.contextFor('test');
    const slow = db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = 50`.execute(tx);
      await sql`select pg_sleep(10)`.execute(tx);
    });
    await expect(slow).rejects.toThrow('statement timeout');
    const { sum } = await readMetrics(app);
    const count = 'db_query_duration_seconds_count';
    expect(sum(count, { outcome: 'statement-timeout' })).toBe(1);
    expect(sum(count, { outcome: 'failed' })).toBe(0);
  } finally {
    await app.close();
  }
});
