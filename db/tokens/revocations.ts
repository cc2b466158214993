import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../connection/database.ts';

/** The tokens that a revocation ends: all tokens of an e-mail (in lower case), or a single one. */
export type RevokedTokens = { email: string } | { tokenId: string };

/** A revocation of tokens issued before `revokedFrom`. */
export interface RevocationRow {
  id: number;
  emailHash: Buffer | null;
  tokenId: string | null;
  revokedFrom: Date;
  createdAt: Date;
}

const columns = [
  'id',
  'email_hash as emailHash',
  'token_id as tokenId',
  'revoked_from as revokedFrom',
  'created_at as createdAt',
] as const;

/** Hashes the e-mail of a revocation, given in lower case, for storage. */
export const hashEmail = (email: string): Buffer => createHash('sha256').update(email).digest();

export const insertRevocation = async (
  db: Db,
  tokens: RevokedTokens,
  revokedFrom: Date,
): Promise<void> => {
  await db
    .insertInto('token_revocations')
    .values({
      email_hash: 'email' in tokens ? hashEmail(tokens.email) : null,
      token_id: 'tokenId' in tokens ? tokens.tokenId : null,
      revoked_from: revokedFrom,
    })
    .execute();
};

/** Lists revocations with ids below `before`, newest first; only those of an e-mail, if given. */
export const listRevocations = (
  db: Db,
  filter: { email: string | undefined; before: number | undefined; limit: number },
): Promise<RevocationRow[]> => {
  let query = db.selectFrom('token_revocations').select(columns);
  if (filter.before !== undefined) query = query.where('id', '<', filter.before);
  if (filter.email !== undefined) query = query.where('email_hash', '=', hashEmail(filter.email));
  return query.orderBy('id', 'desc').limit(filter.limit).execute();
};

/**
 * Lists revocations stored since a moment or in the minute before, because a transaction may commit after
 * its timestamp.
 */
export const listRevocationsSince = (db: Db, since: Date): Promise<RevocationRow[]> =>
  db
    .selectFrom('token_revocations')
    .select(columns)
    .where('created_at', '>=', sql<Date>`${since}::timestamptz - interval '1 minute'`)
    .orderBy('created_at')
    .execute();
