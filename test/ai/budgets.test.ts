import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { adjustTokens, reserveTokens, sumTokensToday } from '../../db/ai/model-tokens.ts';
import { openDatabase, type Tx } from '../../db/connection/database.ts';
import { createEmbeddingBudgets, createTokenBudget } from '../../server/ai/token-budget.ts';
import { cloneDatabase, withoutTrace } from '../database.ts';
import { stubDatabase } from '../db/stub-database.ts';

const clone = await cloneDatabase();
const { db, close } = await openDatabase(clone.location, () => undefined);
afterAll(async () => {
  await close();
  await clone.drop();
});
const log = { warn: () => undefined };

/**
 * Sets the clock of the database for this transaction: its `now()` is found before PostgreSQL's
 * own.
 */
const at = async (tx: Tx, moment: string) => {
  await sql`create schema if not exists clock`.execute(tx);
  await sql`create or replace function clock.now() returns timestamptz language sql as ${sql.lit(`select timestamptz '${moment}'`)}`.execute(
    tx,
  );
  await sql`set local search_path = clock, pg_catalog, public`.execute(tx);
};

describe('the daily limit on tokens', () => {
  it('takes requests up to it, the last token included, and no request beyond', () =>
    withoutTrace(db, async (tx) => {
      expect(await reserveTokens(tx, 101, 100)).toBeUndefined();
      expect(await sumTokensToday(tx)).toBe(0);
      expect(await reserveTokens(tx, 60, 100)).toBeDefined();
      expect(await reserveTokens(tx, 41, 100)).toBeUndefined();
      expect(await reserveTokens(tx, 40, 100)).toBeDefined();
      expect(await sumTokensToday(tx)).toBe(100);
    }));

  it.each(['Pacific/Kiritimati', 'Etc/GMT+12'])(
    "counts by São Paulo's day, whatever the time zone of the session: %s",
    (zone) =>
      withoutTrace(db, async (tx) => {
        await sql`set local time zone ${sql.lit(zone)}`.execute(tx);
        await at(tx, '2026-03-10 23:30-03');
        expect(await reserveTokens(tx, 10, 100)).toBe('2026-03-10');
        expect(await sumTokensToday(tx)).toBe(10);
        await at(tx, '2026-03-11 00:10-03');
        expect(await sumTokensToday(tx)).toBe(0);
        expect(await reserveTokens(tx, 100, 100)).toBe('2026-03-11');
      }),
  );

  it('corrects the day that a request was counted in, to 0 at least', () =>
    withoutTrace(db, async (tx) => {
      await at(tx, '2026-03-10 23:59-03');
      const settle = await createTokenBudget({ db: tx, log }, 100).reserve(50);
      await at(tx, '2026-03-11 00:01-03');
      await reserveTokens(tx, 70, 100);
      await settle?.(20);
      expect(await sumTokensToday(tx)).toBe(70);
      await at(tx, '2026-03-10 23:59-03');
      expect(await sumTokensToday(tx)).toBe(20);
      await adjustTokens(tx, '2026-03-10', -30);
      expect(await sumTokensToday(tx)).toBe(0);
    }));

  it('keeps a reservation that cannot be corrected, and logs that', async () => {
    const said: unknown[] = [];
    let isAway = false;
    const stub = stubDatabase(async () => {
      if (isAway) throw new Error('away');
      return { rows: [{ day: '2026-03-10' } as never] };
    });
    const warn = (...line: unknown[]) => void said.push(line[1]);
    const settle = await createTokenBudget({ db: stub, log: { warn } }, 100).reserve(50);
    isAway = true;
    await settle?.(20);
    expect(said).toEqual(['correcting the token count failed: the reservation stays']);
  });

  it('is for embeddings of the backlog a half, and for those of questions all', () =>
    withoutTrace(db, async (tx) => {
      const budgets = createEmbeddingBudgets({ db: tx, log }, 101);
      expect(await budgets?.backlog.reserve(51)).toBeUndefined();
      expect(await budgets?.backlog.reserve(50)).toBeDefined();
      expect(await budgets?.backlog.reserve(1)).toBeUndefined();
      expect(await budgets?.question.reserve(51)).toBeDefined();
      expect(await budgets?.question.reserve(1)).toBeUndefined();
      expect(createEmbeddingBudgets({ db: tx, log }, undefined)).toBeUndefined();
    }));
});
