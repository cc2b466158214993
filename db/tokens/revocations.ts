import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../connection/database.ts';

/** The tokens that a revocation ends: every token of an e-mail (in lower case), or one token. */
export type RevokedTokens = { email: string } | { tokenId: string };

/** A revocation: tokens issued before `revokedFrom` are refused. */
interface RevocationRow {
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

/** The stored form of a revoked e-mail, given in lower case. */
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

/** Revocations with ids below `before`, newest first; those of one e-mail if given. */
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
 * Revocations stored since a moment, and in the minute before: a transaction may commit later than it says.
 */
export const listRevocationsSince = (db: Db, since: Date): Promise<RevocationRow[]> =>
  db
    .selectFrom('token_revocations')
    .select(columns)
    .where('created_at', '>=', sql<Date>`${since}::timestamptz - interval '1 minute'`)
    .orderBy('created_at')
    .execute();
