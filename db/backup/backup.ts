import { sql } from 'kysely';
import { storedStates } from '../attachments/attachments.ts';
import type { Db } from '../connection/database.ts';

export interface StoredFileRow {
  id: number;
  name: string;
  path: string;
  type: string;
  size: number;
  sha256: Buffer;
}

/** Lists the files of complete attachments by id, after the given id. */
export const listStoredFiles = async (
  db: Db,
  { after, limit }: { after: number; limit: number },
): Promise<StoredFileRow[]> => {
  const rows = await db
    .selectFrom('attachments')
    .select(['id', 'name', 'path', 'type', 'size', 'sha256'])
    .where('state', 'in', storedStates)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.flatMap(({ size, sha256, ...row }) =>
    size === null || sha256 === null ? [] : [{ ...row, size, sha256 }],
  );
};

/** Returns true if an attachment is still stored: it may be deleted while a backup runs. */
export const hasStoredFile = async (db: Db, id: number): Promise<boolean> =>
  (await db
    .selectFrom('attachments')
    .select('id')
    .where('id', '=', id)
    .where('state', 'in', storedStates)
    .executeTakeFirst()) !== undefined;

/**
 * Marks mails that were pending in the backup as unknown: they may have been sent since, so an operator
 * decides. Returns how many.
 */
export const holdBackMails = async (db: Db): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ status: 'unknown', lease_until: null, error: 'restored from a backup' })
    .where('status', 'in', ['pending', 'sending'])
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

export const countTables = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ count: string }>`
    select count(*) from information_schema.tables where table_schema = 'public'
  `.execute(db);
  return Number(rows[0]?.count);
};

export const findLastMigration = async (db: Db): Promise<string | undefined> => {
  const { rows } = await sql<{ name: string | null }>`
    select max(name) as name from kysely_migration`.execute(db);
  return rows[0]?.name ?? undefined;
};
