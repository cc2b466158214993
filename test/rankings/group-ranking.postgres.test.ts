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
    expect((await internal.groups.ranking.query({ groupId })).items).toMatchObject([
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
    expect((await internal.groups.ranking.query({ groupId })).items).toMatchObject([
      { currentStreak: 1, maxStreak: 1 },
    ]);
  });
});
