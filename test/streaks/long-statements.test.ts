import { expect, it } from 'vitest';
import type { Tx } from '../../db/connection/database.ts';
import { findAddressesByHash } from '../../db/people/erasures.ts';
import { regradeAttempts } from '../../db/quiz/corrections.ts';
import {
  countGivenDay,
  countLostDay,
  giveDay,
  takeGivenDay,
} from '../../db/streaks/days-for-all.ts';
import { stubDatabase } from '../db/stub-database.ts';

const day = '2026-05-12';

it.each<[string, (tx: Tx) => Promise<unknown>]>([
  [
    'attempts that a correction regrades',
    (tx) => regradeAttempts(tx, { quizId: 'a', questionId: 'b', answers: ['c'], gain: 'these' }),
  ],
  ['who lost a day', (tx) => countLostDay(tx, day)],
  ['who has a given day', (tx) => countGivenDay(tx, day)],
  ['readers who get a day', (tx) => giveDay(tx, { day, after: '', limit: 1 })],
  ['readers who lose a given day', (tx) => takeGivenDay(tx, { day, after: '', limit: 1 })],
])('%s are read without a time limit', async (_, read) => {
  const statements: string[] = [];
  const db = stubDatabase(async (query) => {
    statements.push(query.sql.trim());
    return { rows: [] };
  });
  await db.transaction().execute(read);
  expect(statements).toEqual([
    'set local statement_timeout = 0',
    expect.not.stringContaining('statement_timeout'),
  ]);
});

it('each column of addresses is searched in its own transaction, without a time limit', async () => {
  const statements: string[] = [];
  const db = stubDatabase(async (query, connection) => {
    statements.push(`${connection} ${query.sql.trim().split(' ')[0]}`);
    return { rows: [] };
  });
  await findAddressesByHash(db, Buffer.alloc(32), ['a']);
  expect(statements).toEqual(
    Array.from({ length: statements.length / 2 }, (_, n) => [
      `${n + 1} set`,
      `${n + 1} select`,
    ]).flat(),
  );
});
