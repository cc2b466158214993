import type { Db } from './connection.ts';

/** Whose key, and for what: one record each. */
export interface KeyOwner {
  caller: string;
  path: string;
  key: string;
}

/** A record of a key. */
export interface KeyRow {
  run: string;
  /** SHA-256 of what was asked; null while that is not known yet. */
  bodyHash: Buffer | null;
  /** The answer's status; null while the request runs. */
  status: number | null;
  /** The answer's body. */
  body: unknown;
}

/**
 * Takes the key for a run: when nobody has it, when its record expired, or when the run that had it died (its lease ran out).
 * Answers whether it did.
 */
export const claimKey = async (
  db: Db,
  owner: KeyOwner,
  run: { run: string; bodyHash: Buffer | null; now: Date; leaseUntil: Date; expiresAt: Date },
): Promise<boolean> => {
  const values = {
    run: run.run,
    body_hash: run.bodyHash,
    lease_until: run.leaseUntil,
    expires_at: run.expiresAt,
    status: null,
    body: null,
  };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('idempotency_keys')
    .values({ ...owner, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['caller', 'path', 'key'])
        .doUpdateSet(values)
        .where((where) =>
          where.or([
            where('idempotency_keys.expires_at', '<=', run.now),
            where.and([
              where('idempotency_keys.status', 'is', null),
              where('idempotency_keys.lease_until', '<=', run.now),
            ]),
          ]),
        ),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
};

/** The record of a key. */
export const findKey = (db: Db, owner: KeyOwner): Promise<KeyRow | undefined> =>
  db
    .selectFrom('idempotency_keys')
    .select(['run', 'body_hash as bodyHash', 'status', 'body'])
    .where('caller', '=', owner.caller)
    .where('path', '=', owner.path)
    .where('key', '=', owner.key)
    .executeTakeFirst();

/** Stores the answer of the run that holds the key; answers whether it still held it. */
export const updateKeyAnswer = async (
  db: Db,
  owner: KeyOwner,
  run: string,
  answer: { bodyHash: Buffer; status: number; body: string },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('idempotency_keys')
    .set({ body_hash: answer.bodyHash, status: answer.status, body: answer.body })
    .where('caller', '=', owner.caller)
    .where('path', '=', owner.path)
    .where('key', '=', owner.key)
    .where('run', '=', run)
    .where('status', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Gives up a key that a run holds and has not answered. */
export const deleteRun = async (db: Db, owner: KeyOwner, run: string): Promise<void> => {
  await db
    .deleteFrom('idempotency_keys')
    .where('caller', '=', owner.caller)
    .where('path', '=', owner.path)
    .where('key', '=', owner.key)
    .where('run', '=', run)
    .where('status', 'is', null)
    .execute();
};

/** Removes the records that expired by `now`; answers how many. */
export const deleteExpiredKeys = async (db: Db, now: Date): Promise<number> => {
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_keys')
    .where('expires_at', '<=', now)
    .executeTakeFirst();
  return Number(numDeletedRows);
};
