import { afterAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../server/core/context.ts';
import { startApp } from '../harness.ts';

const app = await startApp();
afterAll(() => app.close());
const ctx = app.service.contextFor('test');

const aTag = async () => {
  const { id } = await ctx.db
    .insertInto('tags')
    .values({ name: crypto.randomUUID(), color: '#000000' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

describe('two transactions that lock the same rows in opposite orders', () => {
  it('both succeed: the one that PostgreSQL gives up runs again', async () => {
    const [first, second] = [await aTag(), await aTag()];
    let holding = 0;
    const both = Promise.withResolvers<void>();
    let runs = 0;
    const paint = (order: number[], color: string) =>
      inTransaction(ctx, async ({ db }) => {
        runs += 1;
        const [one = 0, other = 0] = order;
        await db.updateTable('tags').set({ color }).where('id', '=', one).execute();
        holding += 1;
        if (holding === 2) both.resolve();
        await both.promise;
        await db.updateTable('tags').set({ color }).where('id', '=', other).execute();
      });
    await Promise.all([paint([first, second], '#111111'), paint([second, first], '#222222')]);
    // More if the second run is quicker than the transaction that waited.
    expect(runs).toBeGreaterThanOrEqual(3);
    const colors = await ctx.db
      .selectFrom('tags')
      .select('color')
      .where('id', 'in', [first, second])
      .execute();
    expect(new Set(colors.map(({ color }) => color)).size).toBe(1);
  });
});
