import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { impersonalColumns, personalColumns } from '../../db/people/personal-columns.ts';
import { startApp } from '../harness.ts';

const app = await startApp();
afterAll(() => app.close());

const listed = (columns: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(columns).flatMap(([table, names]) => names.map((name) => `${table}.${name}`));

describe('the map of personal data', () => {
  it('lists every column that can hold text, once', async () => {
    const { rows } = await sql<{ column: string }>`
      select table_name || '.' || column_name as column
      from information_schema.columns
      where table_schema = 'public'
        and data_type in ('text', 'character varying', 'json', 'jsonb', 'bytea', 'ARRAY', 'tsvector')
        and not exists (select from pg_class where oid = table_name::regclass and relispartition)
        and not (table_name = 'idempotency_keys' and column_name = 'body_hash')
        and not (table_name = 'attachments' and column_name = 'sha256')
      order by 1`.execute(app.service.contextFor('test').db);
    const known = [...listed(personalColumns), ...listed(impersonalColumns)].sort();
    expect(known).toEqual(rows.map(({ column }) => column).sort());
    expect(new Set(known).size).toBe(known.length);
  });
});
