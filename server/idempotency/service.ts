import { createHash, randomUUID } from 'node:crypto';
import type { KeyOwner } from '../../db/idempotency/idempotency.ts';
import * as keys from '../../db/idempotency/idempotency.ts';
import { dayMs } from '../core/civil-time.ts';
import type { CheckedContext, TxContext } from '../core/context.ts';
import { AppError } from '../core/errors.ts';

export type { KeyOwner };

export interface StoredResponse {
  status: number;
  body: unknown;
}

interface KeyRun {
  owner: KeyOwner;
  run: string;
}

type Claim = { run: KeyRun } | { stored: StoredResponse; bodyHash: Buffer };

const lifetimeMs = dayMs;

// The lease is longer than a body (120 s) or a batch (90 s) takes; a crash blocks the key for this long.
const leaseMs = 180_000;

const maxAttempts = 3;

/**
 * Claims a key for a new run, or returns the response of the last 24 hours.
 * @param bodyHash SHA-256 of the body; undefined until the body has arrived: then the caller compares it
 * @throws AppError `idempotency-key-in-use`, `idempotency-key-reused`
 */
export const claimKey = async (
  ctx: CheckedContext,
  owner: KeyOwner,
  bodyHash: Buffer | undefined,
): Promise<Claim> => {
  const run = randomUUID();
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const now = ctx.now();
    const claimed = await keys.claimKey(ctx.db, owner, {
      run,
      callerEmail: ctx.actor.kind === 'person' ? (ctx.actor.email ?? null) : null,
      bodyHash: bodyHash ?? null,
      now,
      leaseMs,
      expiresAt: new Date(now.getTime() + lifetimeMs),
    });
    if (claimed) return { run: { owner, run } };
    const row = await keys.findKey(ctx.db, owner);
    // The key was released between the two statements, so this tries again.
    if (!row) continue;
    if (bodyHash && row.bodyHash) requireSameBody(row.bodyHash, bodyHash);
    if (row.status === null || row.bodyHash === null) break;
    return { stored: { status: row.status, body: row.body }, bodyHash: row.bodyHash };
  }
  throw new AppError('idempotency-key-in-use');
};

/** Compares the bodies of two requests. @throws AppError `idempotency-key-reused` if they differ */
const requireSameBody = (known: Buffer, given: Buffer): void => {
  if (!known.equals(given)) throw new AppError('idempotency-key-reused');
};

/**
 * Stores a response in its effect's transaction. Throws `idempotency-key-in-use` if another run now has the
 * key.
 */
export const storeResponse = async (
  ctx: CheckedContext,
  { owner, run }: KeyRun,
  bodyHash: Buffer,
  response: StoredResponse,
): Promise<void> => {
  const stored = await keys.storeKeyResponse(ctx.db, owner, run, {
    bodyHash,
    status: response.status,
    body: JSON.stringify(response.body),
  });
  if (!stored) throw new AppError('idempotency-key-in-use');
};

export interface Once<Result> {
  owner: KeyOwner;
  /**
   * The SHA-256 of the body. A function reads the body of a repeated request, if the work reads it itself.
   */
  bodyHash: Buffer | (() => Promise<Buffer>);
  write: (result: Result) => StoredResponse | Promise<StoredResponse>;
  read: (stored: StoredResponse) => Result | Promise<Result>;
}

/** Stores a result in the effect's transaction, with the hash of a body that the work has read. */
type StoreResult<Result> = (tx: TxContext, result: Result, bodyHash?: Buffer) => Promise<void>;

/**
 * Runs work once for a key: the same key and request within 24 hours get the first result. Refusals are not
 * stored. In a transaction, a request waits for an earlier one with its key.
 * @throws AppError `idempotency-key-in-use`, `idempotency-key-reused`
 */
export const runOnce = async <Result>(
  ctx: CheckedContext,
  { owner, bodyHash, write, read }: Once<Result>,
  work: (store: StoreResult<Result>) => Promise<Result>,
): Promise<Result> => {
  const known = typeof bodyHash === 'function' ? undefined : bodyHash;
  const claim = await claimKey(ctx, owner, known);
  if ('stored' in claim) {
    if (typeof bodyHash === 'function') requireSameBody(claim.bodyHash, await bodyHash());
    return read(claim.stored);
  }
  let isStored = false;
  const store = async (storing: CheckedContext, result: Result, hash = known) => {
    if (!hash) throw new Error('the hash of the body is not known');
    await storeResponse(storing, claim.run, hash, await write(result));
    isStored = true;
  };
  const { isTransaction } = ctx.db;
  try {
    const result = await work(store);
    if (isStored) return result;
    await store(ctx, result).catch((error) => {
      if (isTransaction) throw error;
      ctx.log.error({ err: error }, 'storing the response of an idempotency key failed');
    });
    return result;
  } catch (error) {
    if (!isTransaction) await releaseKey(ctx, claim.run);
    throw error;
  }
};

/** Hashes JSON with SHA-256; the contract's parser fixes the order of fields. */
export const hashOf = (value: unknown): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(value) ?? '')
    .digest();

/** Releases a key, so that the request can be retried. Never throws. */
export const releaseKey = async (ctx: CheckedContext, { owner, run }: KeyRun): Promise<void> => {
  try {
    await keys.releaseKey(ctx.db, owner, run);
  } catch (error) {
    ctx.log.warn(
      { err: error },
      'could not release an idempotency key; it stays blocked until its lease expires',
    );
  }
};

export const removeExpiredKeys = (ctx: CheckedContext): Promise<number> =>
  keys.deleteExpiredKeys(ctx.db, ctx.now());
