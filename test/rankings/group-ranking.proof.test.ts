import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';

const app = await startApp();
afterAll(() => app.close());
const { db } = app.service.contextFor('test');

describe('GET /streaks/groups/{groupId}/ranking, of a group that takes too long', () => {
  it('returns 504 after 30 seconds', async () => {
    const internal = await app.trpc();
    const { groupId } = await internal.groups.create.mutate({
      name: 'Clube',
      isPublic: true,
      ownerEmail: 'dona@exemplo.com.br',
    });
    // Reading the members takes 40 seconds.
    await db.schema.alterTable('group_members').renameTo('fast_members').execute();
    await sql`
      create view group_members as
      select ${sql.lit(groupId)}::uuid as group_id, n || '@x.com' as email, n::bigint as added, 1 as current_streak,
        1 as max_streak, 0::bigint as last_interaction, pg_sleep(1)::text as name, false as anonymous
      from generate_series(1, 40) n
    `.execute(db);
    const client = await app.client();
    const started = performance.now();
    const response = await client.getGroupRanking({ params: { groupId } });
    const seconds = (performance.now() - started) / 1_000;
    expect(response.status).toBe(504);
    expect(response.headers.get('x-error-code')).toBe('ranking-timed-out');
    expect(seconds).toBeGreaterThan(29);
    expect(seconds).toBeLessThan(45);
  });
});
