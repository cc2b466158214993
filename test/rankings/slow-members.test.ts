import { expect, it } from 'vitest';
import { listRankedMembers } from '../../db/rankings/group-ranking.ts';
import { stubDatabase } from '../db/stub-database.ts';

/**
 * A database on which the first statement fails so, and the beginnings of all statements, each with
 * the number of its connection.
 */
const failingFirst = (code: string) => {
  const statements: [number, string][] = [];
  const db = stubDatabase(async (query, connection) => {
    statements.push([connection, query.sql.trim().slice(0, 40)]);
    if (statements.length === 1) throw Object.assign(new Error('failed'), { code });
    return { rows: [] };
  });
  return { db, statements };
};
const group = { id: '00000000-0000-4000-8000-000000000000', isPublic: true };
const select = expect.stringMatching(/^select\s+email, name/);

it('members of a group that are read too slowly are read once more, in 20 s', async () => {
  const { db, statements } = failingFirst('57014');
  expect(await listRankedMembers(db, group)).toEqual([]);
  expect(statements).toEqual([
    [1, select],
    [2, "set local statement_timeout = '20s'"],
    [2, select],
  ]);
});
