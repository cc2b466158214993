import { expect, it } from 'vitest';
import { sumTokensToday } from '../../db/ai/model-tokens.ts';
import { openDatabase } from '../../db/connection/database.ts';
import { createTokenBudget } from '../../server/ai/token-budget.ts';
import { clonePostgres } from '../database.ts';

const log = { warn: () => undefined };

it('the daily limit on tokens is never exceeded by concurrent processes', async () => {
  const clone = await clonePostgres();
  const databases = await Promise.all(
    [1, 2, 3].map(() => openDatabase(clone.location, () => undefined)),
  );
  const budgets = databases.map(({ db }) => createTokenBudget({ db, log }, 1_000));
  const grants = await Promise.all(
    Array.from({ length: 60 }, (_, index) => budgets[index % 3]?.reserve(100)),
  );
  const granted = grants.filter((settle) => settle !== undefined);
  expect(granted).toHaveLength(10);
  // Each used less than it had reserved: the rest is free again.
  await Promise.all(granted.map((settle) => settle(40)));
  const [first] = databases;
  expect(first && (await sumTokensToday(first.db))).toBe(400);
  expect(await budgets[1]?.reserve(600)).toBeDefined();
  expect(await budgets[2]?.reserve(1)).toBeUndefined();
  await Promise.all(databases.map((database) => database.close()));
  await clone.drop();
});
