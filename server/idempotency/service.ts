import { randomUUID } from 'node:crypto';
import type { KeyOwner } from '../../db/idempotency.ts';
import * as keys from '../../db/idempotency.ts';
import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';

export type { KeyOwner };

/** An answer as it is kept: the status, and the body as JSON gives it back. */
export interface KeptAnswer {
  status: number;
  body: unknown;
}

/** A run that holds a key, until it answers or gives the key up. */
export interface KeyRun {
  owner: KeyOwner;
  run: string;
}

/** What a key turned out to be: free, and now held by this run, or answered before. */
export type Claim = { run: KeyRun } | { answered: KeptAnswer; bodyHash: Buffer };

const keptMs = 24 * 60 * 60 * 1_000;

// Longer than any of these requests can take: a body must arrive in 120 s, a batch has 90 s. It is what a crash costs.
const leaseMs = 180_000;

const attempts = 3;

/**
 * Takes a key for a new run, or answers what was answered under it in the last 24 hours.
 *
 * @param bodyHash SHA-256 of what is asked; undefined where the body has yet to arrive: then compare the hash yourself
 * @throws AppError `idempotency-key-in-use` while another run holds it; `idempotency-key-reused` where something else was
 * asked under it
 */
export const claimKey = async (
  ctx: Context,
  owner: KeyOwner,
  bodyHash: Buffer | undefined,
): Promise<Claim> => {
  const run = randomUUID();
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const now = ctx.now();
    const claimed = await keys.claimKey(ctx.db, owner, {
      run,
      bodyHash: bodyHash ?? null,
      now,
      leaseUntil: new Date(now.getTime() + leaseMs),
      expiresAt: new Date(now.getTime() + keptMs),
    });
    if (claimed) return { run: { owner, run } };
    const row = await keys.findKey(ctx.db, owner);
    // Given up between the two statements: try to take it again.
    if (!row) continue;
    if (bodyHash && row.bodyHash) requireSameBody(row.bodyHash, bodyHash);
    if (row.status === null || row.bodyHash === null) break;
    return { answered: { status: row.status, body: row.body }, bodyHash: row.bodyHash };
  }
  throw new AppError('idempotency-key-in-use');
};

/** @throws AppError `idempotency-key-reused` where what is asked is not what was asked before */
export const requireSameBody = (known: Buffer, asked: Buffer): void => {
  if (!known.equals(asked)) throw new AppError('idempotency-key-reused');
};

/**
 * Keeps the answer of a run. In the transaction that has the answer's effect, both happen or neither: a crash can then neither
 * lose the answer nor repeat the effect.
 *
 * @throws AppError `idempotency-key-in-use` where the run took so long that another has the key now
 */
export const keepAnswer = async (
  ctx: Context,
  { owner, run }: KeyRun,
  bodyHash: Buffer,
  answer: KeptAnswer,
): Promise<void> => {
  const kept = await keys.updateKeyAnswer(ctx.db, owner, run, {
    bodyHash,
    status: answer.status,
    body: JSON.stringify(answer.body),
  });
  if (!kept) throw new AppError('idempotency-key-in-use');
};

/** Gives up the key of a run that failed, so that the same request can be tried again. Never throws. */
export const releaseKey = async (ctx: Context, { owner, run }: KeyRun): Promise<void> => {
  try {
    await keys.deleteRun(ctx.db, owner, run);
  } catch (error) {
    ctx.log.warn({ err: error }, 'could not release an idempotency key; its lease will');
  }
};

/** Removes the answers that need no longer be kept; answers how many. */
export const removeExpiredKeys = (ctx: Context): Promise<number> =>
  keys.deleteExpiredKeys(ctx.db, ctx.now());
