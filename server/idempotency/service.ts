import { createHash, randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { KeyOwner } from '../../db/idempotency/idempotency.ts';
import * as keys from '../../db/idempotency/idempotency.ts';
import { dayMs } from '../civil-time.ts';
import type { CheckedContext, TxContext } from '../context.ts';
import { AppError } from '../errors.ts';

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

/**
 * Runs work once for a key in the transaction of its effect: the same key and request within 24
 * hours get the first result. A request whose key is in flight waits for that transaction, and
 * works itself if it rolls back. Without a key the work always runs.
 *
 * @param once.request what the key stands for, hashed as JSON
 * @param once.result parses the stored result
 * @throws AppError `idempotency-key-reused`
 */
export const runOnceInTx = async <Result>(
  tx: TxContext,
  once: { owner: KeyOwner | undefined; request: unknown; result: z.ZodType<Result> },
  work: () => Promise<Result>,
): Promise<Result> => {
  if (!once.owner) return work();
  const bodyHash = hashOf(once.request);
  const claim = await claimKey(tx, once.owner, bodyHash);
  if ('stored' in claim) return once.result.parse(claim.stored.body);
  const result = await work();
  await storeResponse(tx, claim.run, bodyHash, { status: 200, body: result });
  return result;
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

/** Deletes expired keys and returns how many. */
export const removeExpiredKeys = (ctx: CheckedContext): Promise<number> =>
  keys.deleteExpiredKeys(ctx.db, ctx.now());
