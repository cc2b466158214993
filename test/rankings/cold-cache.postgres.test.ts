import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';

const app = await startApp({}, { jobs: { scheduled: false } });
afterAll(() => app.close());
const { db } = app.service.contextFor('test');

describe('GET /streaks/ranking/global, cold', () => {
  it('queries the database once for 100 concurrent requests', async () => {
    const { pending, asking } = await db.transaction().execute(async (tx) => {
      // Queries wait for the lock and can be counted.
      await sql`lock table streaks in access exclusive mode`.execute(tx);
      const pending = Array.from({ length: 100 }, () => app.anonymous.getGlobalRanking());
      const asking = async () => {
        const { rows } = await sql<{ count: number }>`
          select count(*)::integer as count from pg_stat_activity
          where datname = current_database() and state = 'active' and query like '%from streaks%'
            and pid <> pg_backend_pid()
        `.execute(db);
        return rows[0]?.count;
      };
      await expect.poll(asking).toBe(1);
      // All requests have arrived by the time a later one is served.
      await fetch(`${app.url}/livez`);
      return { pending, asking: await asking() };
    });
    expect(asking).toBe(1);
    const answers = await Promise.all(pending);
    const seen = answers.map(({ status, body }) => {
      const data = 'data' in body ? body.data : undefined;
      return [status, data?.lastUpdated, data?.cacheInfo.cached].join(' ');
    });
    // Built once, so one moment; none came from an earlier cache entry.
    expect(new Set(seen).size).toBe(1);
    expect(seen[0]).toMatch(/^200 .* false$/);
  });
});
