import type { Db } from '../connection/database.ts';
import { isPast, leaseFor } from '../jobs/work-rows.ts';

/** The owner of a key: each caller, path and key has its own row. */
export interface KeyOwner {
  caller: string;
  path: string;
  key: string;
}

interface KeyRow {
  run: string;
  /** SHA-256 of the request body; null until the body has arrived. */
  bodyHash: Buffer | null;
  /** The status of the response; null while the request runs. */
  status: number | null;
  body: unknown;
}

/**
 * Claims the key for a run and returns whether it did. A key is free if it has no row, its row has expired,
 * or its run died (its lease expired without a response). Leases use the database's clock.
 */
export const claimKey = async (
  db: Db,
  owner: KeyOwner,
  run: {
    run: string;
    callerEmail: string | null;
    bodyHash: Buffer | null;
    now: Date;
    leaseMs: number;
    expiresAt: Date;
  },
): Promise<boolean> => {
  const values = {
    run: run.run,
    caller_email: run.callerEmail,
    body_hash: run.bodyHash,
    ...leaseFor(run.leaseMs),
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
              isPast('idempotency_keys.lease_until'),
            ]),
          ]),
        ),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
};

export const findKey = (db: Db, owner: KeyOwner): Promise<KeyRow | undefined> =>
  db
    .selectFrom('idempotency_keys')
    .select(['run', 'body_hash as bodyHash', 'status', 'body'])
    .where('caller', '=', owner.caller)
    .where('path', '=', owner.path)
    .where('key', '=', owner.key)
    .executeTakeFirst();

/** Stores the response of the run that holds the key; returns false if the run had lost it. */
export const storeKeyResponse = async (
  db: Db,
  owner: KeyOwner,
  run: string,
  response: { bodyHash: Buffer; status: number; body: string },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('idempotency_keys')
    .set({ body_hash: response.bodyHash, status: response.status, body: response.body })
    .where('caller', '=', owner.caller)
    .where('path', '=', owner.path)
    .where('key', '=', owner.key)
    .where('run', '=', run)
    .where('status', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Deletes a key that a run holds and has stored no response for. */
export const releaseKey = async (db: Db, owner: KeyOwner, run: string): Promise<void> => {
  await db
    .deleteFrom('idempotency_keys')
    .where('caller', '=', owner.caller)
    .where('path', '=', owner.path)
    .where('key', '=', owner.key)
    .where('run', '=', run)
    .where('status', 'is', null)
    .execute();
};

export const deleteExpiredKeys = async (db: Db, now: Date): Promise<number> => {
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_keys')
    .where('expires_at', '<=', now)
    .executeTakeFirst();
  return Number(numDeletedRows);
};
