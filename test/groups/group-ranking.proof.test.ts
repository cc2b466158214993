import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';

const app = await startApp();
afterAll(() => app.close());
const { db } = app.service.contextFor('test');

describe('GET /streaks/groups/{groupId}/ranking, of a group that takes too long', () => {
  it('answers 504 after 30 seconds, in the field `error`', async () => {
    const internal = await app.trpc();
    const { groupId } = await internal.groups.create.mutate({
      name: 'Clube',
      isPublic: true,
      ownerEmail: 'dona@exemplo.com.br',
    });
    await internal.groups.addMember.mutate({ groupId, email: 'lenta@exemplo.com.br' });
    // A table whose every row takes a minute to read.
    await db.schema.alterTable('streaks').renameTo('fast_streaks').execute();
    await sql`
      create view streaks as
      select slow.email, 1 as current_streak, 1 as max_streak, now() as last_interaction_at, null as name
      from (select email, pg_sleep(60) from group_members) as slow
    `.execute(db);
    const client = await app.client();
    const started = performance.now();
    const answer = await client.getGroupRanking({ params: { groupId } });
    const seconds = (performance.now() - started) / 1_000;
    expect([answer.status, answer.body]).toEqual([
      504,
      { success: false, error: 'Tempo esgotado ao montar o ranking' },
    ]);
    expect(answer.headers.get('x-error-code')).toBe('ranking-timed-out');
    expect(seconds).toBeGreaterThan(29);
    expect(seconds).toBeLessThan(45);
  });
});
