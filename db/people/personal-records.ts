import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';

/** A person to erase, and the pseudonym for rows that stay. */
interface ErasedPerson {
  /** The e-mail in lower case. */
  email: string;
  /** A random value: it only distinguishes the records of one erasure from those of another. */
  pseudonym: string;
}

/** One kind of record that the service stores about a person (docs/behaviour/people.md#personal-data). */
export interface PersonalRecords {
  kind: string;
  count: (db: Db, email: string) => Promise<number>;
  /** Lists the rows as a document shows them; undefined for technical records. */
  list?: (db: Db, email: string) => Promise<Record<string, unknown>[]>;
  /** Deletes the rows, or only their personal data if others need the rows. */
  erase: (tx: Tx, person: ErasedPerson) => Promise<void>;
}

// An encoded byte (`\302`, `=3D`, `%3A`) is not part of the address after it.
const beforeAddress = String.raw`(^|[^a-z0-9._+-]|\\[0-7]{3}|[=%](\d[\da-f]|[a-f]\d))`;
const afterAddress = '(?![.-]?[a-z0-9])';

/** Tests whether a text has an address in any case, not as part of a longer one; takes linear time. */
export const hasAddress = (text: ReturnType<typeof sql>, address: ReturnType<typeof sql>) =>
  sql`${text} ~* (${beforeAddress}::text || regexp_replace(${address}, '(\\W)', '\\\\\\1', 'g') || ${afterAddress}::text)`;

/** Counts rows; `from` is the text after SQL's `from`. */
export const countRows = async (db: Db, from: ReturnType<typeof sql>): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from ${from}`.execute(db);
  return rows[0]?.n ?? 0;
};

/** Lists the rows of a select, converted to JSON values. */
export const listRows = async (
  db: Db,
  select: ReturnType<typeof sql>,
): Promise<Record<string, unknown>[]> => {
  const { rows } = await sql<{ row: Record<string, unknown> }>`
    select to_jsonb(selected) as row from (${select}) as selected
  `.execute(db);
  return rows.map(({ row }) => row);
};

/** Describes records of a table that are deleted as a whole. */
export const deleted = (
  kind: string,
  table: string,
  where: (email: string) => ReturnType<typeof sql>,
  columns?: string,
): PersonalRecords => ({
  kind,
  count: (db, email) => countRows(db, sql`${sql.table(table)} where ${where(email)}`),
  ...(columns && {
    list: (db: Db, email: string) =>
      listRows(db, sql`select ${sql.raw(columns)} from ${sql.table(table)} where ${where(email)}`),
  }),
  erase: async (tx, { email }) => {
    await sql`delete from ${sql.table(table)} where ${where(email)}`.execute(tx);
  },
});
