import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { type CheckedContext, inTransaction } from '../../server/core/context.ts';
import { serviceTest } from '../fixture.ts';

const it = serviceTest();

/** A transaction that writes a tag and then fails with a SQLSTATE in its first runs. */
const failing = async (ctx: CheckedContext, code: string, times: number) => {
  const name = crypto.randomUUID();
  let runs = 0;
  const outcome = await inTransaction(ctx, async (tx) => {
    runs += 1;
    await tx.db.insertInto('tags').values({ name, color: '#000000' }).execute();
    if (runs <= times) {
      await sql.raw(`do $$ begin raise exception using errcode = '${code}'; end $$`).execute(tx.db);
    }
    return 'done';
  }).catch((error) => error.code);
  const tags = await ctx.db.selectFrom('tags').select('id').where('name', '=', name).execute();
  return { outcome, runs, written: tags.length };
};

describe('a transaction', () => {
  it.for(['40001', '40P01'])(
    'runs a transaction again that failed with %s, up to three times',
    async (code, { app }) => {
      const ctx = app.service.contextFor('test');
      expect(await failing(ctx, code, 1)).toEqual({ outcome: 'done', runs: 2, written: 1 });
      expect(await failing(ctx, code, 2)).toEqual({ outcome: 'done', runs: 3, written: 1 });
      expect(await failing(ctx, code, 9)).toEqual({ outcome: code, runs: 3, written: 0 });
    },
  );

  it.for(['23505', '55P03', '57014'])(
    'does not run a transaction again that failed with %s',
    async (code, { app }) => {
      const ctx = app.service.contextFor('test');
      expect(await failing(ctx, code, 1)).toEqual({ outcome: code, runs: 1, written: 0 });
    },
  );
});
