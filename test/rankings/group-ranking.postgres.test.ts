import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { upsertAccount } from '../../db/accounts/accounts.ts';
import { insertMembers } from '../../db/groups/groups.ts';
import { creditReading } from '../../db/streaks/streaks.ts';
import { addMember, createGroup } from '../../server/groups/service.ts';
import { getGroupRankingFor } from '../../server/rankings/group-ranking.ts';
import { cloneDatabase } from '../database.ts';
import { startApp } from '../harness.ts';

// With the lock time-out of production: what waits for the locked table ends.
const database = await cloneDatabase();
const app = await startApp({}, { database: { ...database.location, limitMs: 3_000 } });
afterAll(async () => {
  await app.close();
  await database.drop();
});
const ctx = app.service.contextFor('test');

const newGroup = () =>
  createGroup(ctx, { name: 'Clube', isPublic: true, ownerEmail: 'dona@exemplo.com.br' });

describe('the ranking of a group whose table is locked', () => {
  it('times out at its deadline and leaves no query running', async () => {
    const { groupId } = await newGroup();
    await ctx.db.transaction().execute(async (tx) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
      await sql`lock table group_members in access exclusive mode`.execute(tx);
      await expect(getGroupRankingFor(ctx, groupId, 300)).rejects.toMatchObject({
        code: 'ranking-timed-out',
      });
      const running = async () => {
        const { rows } = await sql`
          select query from pg_stat_activity
          where datname = current_database() and state = 'active' and query like '%group_members%'
            and pid <> pg_backend_pid()
        `.execute(ctx.db);
        return rows;
      };
      await expect.poll(running).toEqual([]);
    });
    expect((await getGroupRankingFor(ctx, groupId, 5_000)).entries).toEqual([]);
  });

  it('shows the figures of a member who joins while their first reading is stored', async () => {
    const { groupId } = await newGroup();
    const email = `${crypto.randomUUID()}@exemplo.com.br`;
    const joined = await ctx.db.transaction().execute(async (tx) => {
      await creditReading(tx, { email, day: '2026-03-10', at: new Date('2026-03-10T15:00:00Z') });
      await upsertAccount(tx, { email, name: 'Maria' });
      return { joining: addMember(ctx, groupId, email) };
    });
    await joined.joining;
    const internal = await app.trpc();
    expect((await internal.groups.ranking.query({ groupId })).ranking).toMatchObject([
      { displayName: 'Maria', currentStreak: 1, maxStreak: 1 },
    ]);
  });

  it('shows the first reading of a reader who is joining meanwhile', async () => {
    const { groupId } = await newGroup();
    const email = `${crypto.randomUUID()}@exemplo.com.br`;
    const joined = await ctx.db.transaction().execute(async (tx) => {
      await insertMembers(tx, [{ groupId, email }]);
      const at = new Date('2026-03-10T15:00:00Z');
      return { reading: creditReading(ctx.db, { email, day: '2026-03-10', at }) };
    });
    await joined.reading;
    const internal = await app.trpc();
    expect((await internal.groups.ranking.query({ groupId })).ranking).toMatchObject([
      { currentStreak: 1, maxStreak: 1 },
    ]);
  });
});

describe('40 concurrent rankings of a slow group', () => {
  it('hold three connections, and other requests do not wait', async () => {
    const { groupId } = await newGroup();
    const client = await app.client({ email: 'leitora@exemplo.com.br' });
    expect((await client.listTags()).status).toBe(200);
    await ctx.db.schema.alterTable('group_members').renameTo('fast_members').execute();
    await sql`
      create view group_members as
      select ${sql.lit(groupId)}::uuid as group_id, 'a@x.com' collate "C" as email, 1::bigint as added, 1 as current_streak,
        1 as max_streak, 0::bigint as last_interaction, pg_sleep(0.3)::text as name, false as anonymous
    `.execute(ctx.db);
    let done = false;
    const rankings = Promise.all(
      Array.from({ length: 40 }, () => client.getGroupRanking({ params: { groupId } })),
    ).finally(() => {
      done = true;
    });
    const seen: number[] = [];
    while (!done) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from pg_stat_activity
        where datname = current_database() and state = 'active' and query like '%group_members%'
          and pid <> pg_backend_pid()
      `.execute(ctx.db);
      seen.push(rows[0]?.count ?? 0);
      expect((await client.listTags()).status).toBe(200);
    }
    expect(new Set((await rankings).map(({ status }) => status))).toEqual(new Set([200]));
    expect(Math.max(...seen)).toBeLessThanOrEqual(3);
    // Rankings take 4 s together: other requests were served meanwhile.
    expect(seen.length).toBeGreaterThan(1);
    await sql`drop view group_members; alter table fast_members rename to group_members`.execute(
      ctx.db,
    );
  });
});
