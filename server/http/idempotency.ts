import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { z } from 'zod';
import { type Context, inTransaction, type TxContext } from '../context.ts';
import {
  claimKey,
  type KeyOwner,
  type KeyRun,
  keepAnswer,
  releaseKey,
  requireSameBody,
} from '../idempotency/service.ts';
import { ctxOf } from './router.ts';

/** A success as a handler answers it. */
export interface Answer<Status extends number, Body> {
  status: Status;
  body: Body;
}

/** What of a request says whose key it is, and for what. */
type KeyedRequest = Pick<Request, 'context' | 'path' | 'get'>;

/** The request's key with its caller and path, or undefined where it has none. */
export const keyOwnerOf = (req: KeyedRequest): KeyOwner | undefined => {
  const key = req.get('idempotency-key');
  const { actor } = ctxOf(req);
  if (key === undefined || actor.kind !== 'person') return undefined;
  return { caller: actor.subject, path: req.path, key };
};

/** The success that a route answers with, as it is read back from where it is kept. */
interface SuccessOf<Status extends number, Body> {
  status: Status;
  body: z.ZodType<Body>;
}

/**
 * Runs a handler's work once for an `Idempotency-Key`: the same key, caller, path and (validated) body within 24 hours gets the first
 * run's answer; without a key it just runs. Only successes are kept: a refusal changed nothing, and is asked anew.
 *
 * The answer is kept once the work is done. Where a crash must not come between the two, use {@link answerOnceInTransaction}.
 *
 * @throws AppError `idempotency-key-in-use`, `idempotency-key-reused`
 */
export const answerOnce = <Status extends number, Body>(
  req: KeyedRequest,
  success: SuccessOf<Status, Body>,
  body: unknown,
  work: (ctx: Context) => Promise<Answer<Status, Body>>,
): Promise<Answer<Status, Body>> =>
  underKey(
    req,
    success,
    body,
    async (ctx, run, bodyHash) => {
      const answer = await work(ctx);
      await keepAnswer(ctx, run, bodyHash, answer).catch((error) =>
        ctx.log.error({ err: error }, 'an answer could not be kept for its idempotency key'),
      );
      return answer;
    },
    work,
  );

/**
 * As {@link answerOnce}, for work that is one transaction: its effect and the kept answer are committed together, so that a retry
 * after a crash neither repeats the effect nor misses the answer. The work must use the context it is given, and may be run up to
 * three times (see `inTransaction`).
 */
export const answerOnceInTransaction = <Status extends number, Body>(
  req: KeyedRequest,
  success: SuccessOf<Status, Body>,
  body: unknown,
  work: (ctx: Context) => Promise<Answer<Status, Body>>,
): Promise<Answer<Status, Body>> =>
  underKey(
    req,
    success,
    body,
    (ctx, run, bodyHash) =>
      inTransaction(ctx, async (tx) => {
        const answer = await work(tx);
        await keepAnswer(tx, run, bodyHash, answer);
        return answer;
      }),
    work,
  );

/** Keeps the answer of a run in the transaction that has its effect. */
export type Keep<Status extends number, Body> = (
  tx: TxContext,
  bodyHash: Buffer,
  answer: Answer<Status, Body>,
) => Promise<void>;

/**
 * As {@link answerOnceInTransaction}, for a body that arrives as a stream, so that what was asked is known only in the end.
 *
 * @param steps.work reads the body, does what it asks, and calls `keep`, where there is one, in the transaction of its effect
 * @param steps.readHash reads the body of a request whose key has an answer, and tells its hash
 * @throws AppError `idempotency-key-in-use`, `idempotency-key-reused`
 */
export const answerStreamedOnce = async <Status extends number, Body>(
  req: KeyedRequest,
  success: SuccessOf<Status, Body>,
  steps: {
    work: (ctx: Context, keep: Keep<Status, Body> | undefined) => Promise<Answer<Status, Body>>;
    readHash: (ctx: Context) => Promise<Buffer>;
  },
): Promise<Answer<Status, Body>> => {
  const ctx = ctxOf(req);
  const owner = keyOwnerOf(req);
  if (!owner) return steps.work(ctx, undefined);
  const claim = await claimKey(ctx, owner, undefined);
  if ('answered' in claim) {
    requireSameBody(claim.bodyHash, await steps.readHash(ctx));
    return readAnswer(success, claim.answered);
  }
  return releasing(ctx, claim.run, () =>
    steps.work(ctx, (tx, bodyHash, answer) => keepAnswer(tx, claim.run, bodyHash, answer)),
  );
};

const underKey = async <Status extends number, Body>(
  req: KeyedRequest,
  success: SuccessOf<Status, Body>,
  body: unknown,
  runOnce: (ctx: Context, run: KeyRun, bodyHash: Buffer) => Promise<Answer<Status, Body>>,
  runFreely: (ctx: Context) => Promise<Answer<Status, Body>>,
): Promise<Answer<Status, Body>> => {
  const ctx = ctxOf(req);
  const owner = keyOwnerOf(req);
  if (!owner) return runFreely(ctx);
  const bodyHash = hashOf(body);
  const claim = await claimKey(ctx, owner, bodyHash);
  if ('answered' in claim) return readAnswer(success, claim.answered);
  return releasing(ctx, claim.run, () => runOnce(ctx, claim.run, bodyHash));
};

/** Gives the key up where the work fails. */
const releasing = async <T>(ctx: Context, run: KeyRun, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    await releaseKey(ctx, run);
    throw error;
  }
};

/** Reads a kept answer back as the route's own. */
const readAnswer = <Status extends number, Body>(
  success: SuccessOf<Status, Body>,
  kept: { status: number; body: unknown },
): Answer<Status, Body> => ({
  status: z.literal(success.status).parse(kept.status),
  body: success.body.parse(kept.body),
});

/** SHA-256 of a value's JSON. A validated body has its fields in the contract's order, whatever order they were sent in. */
export const hashOf = (value: unknown): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(value) ?? '')
    .digest();
