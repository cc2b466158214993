import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { readGroupRanking } from '../../server/groups/ranking.ts';
import { createGroup } from '../../server/groups/service.ts';
import { startApp } from '../harness.ts';

const app = await startApp();
afterAll(() => app.close());
const ctx = app.service.contextFor('test');

const newGroup = () =>
  createGroup(ctx, { name: 'Clube', isPublic: true, ownerEmail: 'dona@exemplo.com.br' });

describe('the ranking of a group, held up', () => {
  it('is given up when its time is over, and leaves no query running', async () => {
    const { groupId } = await newGroup();
    await ctx.db.transaction().execute(async (tx) => {
      await sql`lock table streaks in access exclusive mode`.execute(tx);
      await expect(readGroupRanking(ctx, groupId, 300)).rejects.toMatchObject({
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
    expect((await readGroupRanking(ctx, groupId, 5_000)).memberCount).toBe(0);
  });

  it('goes without names when their table is locked', async () => {
    const { groupId } = await newGroup();
    const client = await app.client({ email: 'leitora@exemplo.com.br' });
    await client.getGroupRanking({ params: { groupId } });
    await ctx.db.transaction().execute(async (tx) => {
      await sql`lock table accounts in access exclusive mode`.execute(tx);
      const answer = await client.getGroupRanking({ params: { groupId } });
      expect(answer.status).toBe(200);
    });
  });
});
