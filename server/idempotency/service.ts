import { createHash, randomUUID } from 'node:crypto';
import type { KeyOwner } from '../../db/idempotency/idempotency.ts';
import * as keys from '../../db/idempotency/idempotency.ts';
import { dayMs } from '../core/civil-time.ts';
import type { CheckedContext, TxContext } from '../core/context.ts';
import { AppError } from '../core/errors.ts';

export type { KeyOwner };

/** A stored response: the status, and the body as parsed JSON. */
export interface StoredResponse {
  status: number;
  body: unknown;
}

/** A request that holds a key, until its response is stored or the key released. */
export interface KeyRun {
  owner: KeyOwner;
  run: string;
}

/** The key is now held by this run, or a response is stored under it. */
export type Claim = { run: KeyRun } | { stored: StoredResponse; bodyHash: Buffer };

const lifetimeMs = dayMs;

// Longer than these requests usually take: a body must arrive in 120 s, a batch has 90 s. One that
// takes longer, such as an upload to a slow bucket, fails if another has its key by then. After a
// crash the key is blocked for this long.
const leaseMs = 180_000;

const maxAttempts = 3;

/**
 * Claims a key for a new run, or returns the response that was stored under it in the last 24
 * hours.
 *
 * @param bodyHash SHA-256 of the request body; undefined if the body has yet to arrive: then the
 * caller compares the hash
 * @throws AppError `idempotency-key-in-use` while another run holds it; `idempotency-key-reused` if
 * it was used for another body
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
    // Released between the two statements: claim it again.
    if (!row) continue;
    if (bodyHash && row.bodyHash) requireSameBody(row.bodyHash, bodyHash);
    if (row.status === null || row.bodyHash === null) break;
    return { stored: { status: row.status, body: row.body }, bodyHash: row.bodyHash };
  }
  throw new AppError('idempotency-key-in-use');
};

/** @throws AppError `idempotency-key-reused` if the bodies differ */
export const requireSameBody = (known: Buffer, given: Buffer): void => {
  if (!known.equals(given)) throw new AppError('idempotency-key-reused');
};

/**
 * Stores the response of a run. In the transaction of the request's effect, both happen or neither:
 * a crash can then neither lose the response nor repeat the effect.
 *
 * @throws AppError `idempotency-key-in-use` if the run took so long that another one has the key
 * now
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

/** What a key stands for, and how its result is stored. */
export interface Once<Result> {
  owner: KeyOwner;
  /**
   * SHA-256 of the request; a function if the work reads the body itself: it reads that of a
   * repetition.
   */
  bodyHash: Buffer | (() => Promise<Buffer>);
  write: (result: Result) => StoredResponse | Promise<StoredResponse>;
  read: (stored: StoredResponse) => Result | Promise<Result>;
}

/**
 * Stores a result in the transaction of its effect: a retry after a crash then neither repeats the
 * effect nor misses the result. Takes the hash of a body that the work has read.
 */
export type StoreResult<Result> = (
  tx: TxContext,
  result: Result,
  bodyHash?: Buffer,
) => Promise<void>;

/**
 * Runs work once for a key: the same key and request within 24 hours get the first result. Only
 * results are stored: a refusal changed nothing, so a retry runs again. Within a transaction the
 * key is claimed in it, and a request whose key is in flight waits for its end.
 *
 * @param work a result that it did not `store` is stored after it
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

/**
 * SHA-256 of a value's JSON. A validated body has its fields in the contract's order, whatever
 * order they were sent in.
 */
export const hashOf = (value: unknown): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(value) ?? '')
    .digest();

/** Releases the key of a run that failed, so that the request can be retried. Never throws. */
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
