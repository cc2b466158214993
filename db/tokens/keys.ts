import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';
import { runPrepared } from '../connection/prepared-statements.ts';
import type { Schema } from '../schema.ts';

export interface KeyRow {
  id: number;
  name: string;
  role: Schema['api_keys']['role'];
  /** Null: all. */
  domains: string[] | null;
  createdBy: string;
  /** The e-mail of the person who made it, or who made the key that made it. */
  ownerEmail: string | null;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
}

const columns = [
  'id',
  'name',
  'role',
  'domains',
  'created_by as createdBy',
  'owner_email as ownerEmail',
  'created_at as createdAt',
  'last_used_at as lastUsedAt',
  'expires_at as expiresAt',
  'revoked_at as revokedAt',
] as const;

const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest();

/** Stores a key and returns its id. */
export const insertKey = async (
  tx: Tx,
  key: Pick<KeyRow, 'name' | 'role' | 'domains' | 'createdBy' | 'ownerEmail' | 'createdAt'> & {
    secret: string;
    parentId: number | null;
    expiresAt: Date | null;
  },
): Promise<number> => {
  const { id } = await tx
    .insertInto('api_keys')
    .values({
      token_hash: hashKey(key.secret),
      name: key.name,
      role: key.role,
      domains: key.domains,
      created_by: key.createdBy,
      owner_email: key.ownerEmail,
      parent_id: key.parentId,
      created_at: key.createdAt,
      expires_at: key.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Finds a key that has neither ended nor expired. */
export const findLiveKey = async (
  db: Db,
  secret: string,
  now: Date,
): Promise<KeyRow | undefined> => {
  const query = db
    .selectFrom('api_keys')
    .select(columns)
    .where('token_hash', '=', hashKey(secret))
    .where('revoked_at', 'is', null)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]));
  const [key] = await runPrepared(db, query.compile());
  return key;
};

/** Stores when a key was used, unless it was used since `unlessSince`. */
export const updateLastUsed = async (
  db: Db,
  id: number,
  { at, unlessSince }: { at: Date; unlessSince: Date },
): Promise<void> => {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: at })
    .where('id', '=', id)
    .where(({ eb, or }) =>
      or([eb('last_used_at', 'is', null), eb('last_used_at', '<', unlessSince)]),
    )
    .execute();
};

/** Lists keys with ids below `before`, newest first; only those of an owner, if given. */
export const listKeys = (
  db: Db,
  filter: { email: string | undefined; before: number | undefined; limit: number },
): Promise<KeyRow[]> => {
  let query = db.selectFrom('api_keys').select(columns);
  if (filter.before !== undefined) query = query.where('id', '<', filter.before);
  if (filter.email !== undefined) query = query.where('owner_email', '=', filter.email);
  return query.orderBy('id', 'desc').limit(filter.limit).execute();
};

export const hasKey = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('api_keys').select('id').where('id', '=', id).executeTakeFirst()) !==
  undefined;

/** Ends a key and those that were made with it; returns the ids of those that had not ended. */
export const endKey = async (tx: Tx, id: number, at: Date): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    with recursive made as (
      select id from api_keys where id = ${id}
      union select child.id from api_keys child join made on child.parent_id = made.id
    )
    update api_keys set revoked_at = ${at} where id in (select id from made) and revoked_at is null
    returning id`.execute(tx);
  return rows.map((row) => row.id);
};

/** Ends the keys of an owner that were made before a moment; returns their ids. */
export const endKeysOf = async (
  tx: Tx,
  email: string,
  { madeBefore, at }: { madeBefore?: Date; at: Date },
): Promise<number[]> => {
  let query = tx
    .updateTable('api_keys')
    .set({ revoked_at: at })
    .where('owner_email', '=', email)
    .where('revoked_at', 'is', null);
  if (madeBefore) query = query.where('created_at', '<', madeBefore);
  const rows = await query.returning('id').execute();
  return rows.map(({ id }) => id);
};
