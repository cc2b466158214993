import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { sql } from 'kysely';
import type { Db } from '../../db/connection/database.ts';

/**
 * The text columns of all tables that contain a text, or are it, as `table.column`; generated
 * vectors and bytes included.
 */
export const columnsWith = async (db: Db, text: string, isWhole = false): Promise<string[]> => {
  const { rows } = await sql<{ table: string; column: string; type: string }>`
    select table_name as "table", column_name as "column", data_type as type
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and data_type not in ('integer', 'bigint', 'smallint', 'boolean', 'double precision', 'date')
    order by 1, 2`.execute(db);
  const found: string[] = [];
  for (const { table, column, type } of rows) {
    const value =
      type === 'bytea' ? sql`encode(${sql.ref(column)}, 'escape')` : sql`${sql.ref(column)}::text`;
    const hit = isWhole ? sql`${value} = ${text}` : sql`position(${text} in lower(${value})) > 0`;
    const { rows: hits } = await sql`
      select from ${sql.table(table)} where ${hit} limit 1`.execute(db);
    if (hits.length > 0) found.push(`${table}.${column}`);
  }
  return found;
};

/** The files under a folder whose name or contents contain a text. */
export const filesWith = async (folder: string, text: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const contents = entry.isFile() ? await readFile(path, 'latin1') : '';
      return `${path} ${contents}`.toLowerCase().includes(text) ? [path] : [];
    }),
  );
  return found.flat();
};

/** The keys of a Redis whose name or value contains a text, and how many keys there are. */
export const keysWith = async (
  url: string,
  text: string,
): Promise<{ keys: number; found: string[] }> => {
  const client = createClient({ url });
  await client.connect();
  try {
    const keys = await client.keys('*');
    const found: string[] = [];
    for (const key of keys) {
      const read = {
        hash: () => client.hGetAll(key),
        set: () => client.sMembers(key),
        string: () => client.get(key),
      }[await client.type(key)];
      const value = await read?.();
      if (`${key} ${JSON.stringify(value)}`.toLowerCase().includes(text)) found.push(key);
    }
    return { keys: keys.length, found };
  } finally {
    client.destroy();
  }
};
