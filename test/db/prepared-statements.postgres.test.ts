import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../db/connection/database.ts';
import { runPrepared } from '../../db/connection/prepared-statements.ts';
import { clonePostgres } from '../database.ts';

let clone: Awaited<ReturnType<typeof clonePostgres>>;

beforeAll(async () => {
  clone = await clonePostgres();
});

afterAll(async () => {
  await clone.drop();
});

/** A database of one connection. */
const withDatabase = async (work: (database: Database) => Promise<void>) => {
  const location = { url: clone.url, poolSize: 1 };
  const database = await openDatabase(location, () => undefined);
  try {
    await work(database);
  } finally {
    await database.close();
  }
};

const double = async ({ db }: Database, n: number) => {
  const query = sql<{ twice: number }>`select ${n}::integer * 2 as twice`;
  const [row] = await runPrepared(db, query.compile(db));
  return row?.twice;
};

/** How many statements of ours the connection knows by name. */
const known = async ({ db }: Database): Promise<number> => {
  const { rows } =
    await sql`select 1 from pg_prepared_statements where name like 'leitor-%'`.execute(db);
  return rows.length;
};

describe('prepared statements', () => {
  it('are prepared once and return each value', async () => {
    await withDatabase(async (database) => {
      const answers = [];
      for (const n of [1, 2, 3]) answers.push(await double(database, n));
      expect(answers).toEqual([2, 4, 6]);
      expect(await known(database)).toBe(1);
    });
  });

  it('go on after one has failed', async () => {
    await withDatabase(async (database) => {
      await expect(double(database, 2_000_000_000)).rejects.toThrow('integer out of range');
      expect(await double(database, 21)).toBe(42);
    });
  });
});
