import type { Request } from 'express';
import { z } from 'zod';
import {
  anybody,
  type CheckedContext,
  type Context,
  inTransaction,
  type TxContext,
} from '../context.ts';
import { ctxOf } from '../http/router.ts';
import {
  claimKey,
  hashOf,
  type KeyOwner,
  type KeyRun,
  releaseKey,
  requireSameBody,
  storeResponse,
} from './service.ts';

/** A success that a handler returns. */
interface SuccessResponse<Status extends number, Body> {
  status: Status;
  body: Body;
}

/** The declared success of a route, to parse a stored response with. */
interface SuccessOf<Status extends number, Body> {
  status: Status;
  body: z.ZodType<Body>;
}

/** The parts of a request that identify its key. */
type KeyedRequest = Pick<Request, 'context' | 'tsRestRoute' | 'get' | 'res'> & {
  params: Readonly<Record<string, unknown>>;
};

/** The request's key with its caller and path; undefined without a key. */
export const keyOwnerOf = (req: KeyedRequest): KeyOwner | undefined => {
  const key = req.get('idempotency-key');
  const { actor } = ctxOf(req);
  if (key === undefined || actor.kind !== 'person') return undefined;
  return { caller: actor.subject, path: pathOf(req), key };
};

/**
 * The path as the contract spells it: an erasure finds the ticket by it. Its parameters are ids.
 */
const pathOf = ({ tsRestRoute, params }: KeyedRequest): string => {
  if (!tsRestRoute) throw new Error('the request has no route');
  return tsRestRoute.path.replaceAll(/:(\w+)/g, (_, name) => String(Number(params[name])));
};

/** Runs a handler's work once for the key of a request; `body` is the validated one. */
type RunOnce = <Status extends number, Body>(
  req: KeyedRequest,
  success: SuccessOf<Status, Body>,
  body: unknown,
  work: (ctx: Context) => Promise<SuccessResponse<Status, Body>>,
) => Promise<SuccessResponse<Status, Body>>;

/**
 * Runs a handler's work once for an `Idempotency-Key`: the same key, caller, path and (validated)
 * body within 24 hours gets the first run's response. Without a key it always runs. Only successes
 * are stored: a refusal changed nothing, so a retry runs again.
 *
 * The response is stored after the work. If a crash must not come between the two, use {@link
 * runOnceInTransaction}.
 *
 * @throws AppError `idempotency-key-in-use`, `idempotency-key-reused`
 */
export const runOnce: RunOnce = (req, success, body, work) =>
  underKey(req, success, body, async (ctx, store) => {
    const response = await work(ctx);
    await store?.(ctx, response).catch((error) =>
      ctx.log.error({ err: error }, 'storing the response of an idempotency key failed'),
    );
    return response;
  });

/**
 * As {@link runOnce}, for work that is one transaction: its effect and the stored response are
 * committed together, so a retry after a crash neither repeats the effect nor misses the response.
 * The work must use the context it is given, and may run up to three times (see `inTransaction`).
 */
export const runOnceInTransaction: RunOnce = (req, success, body, work) =>
  underKey(req, success, body, (ctx, store) =>
    store
      ? inTransaction(ctx, async (tx) => {
          const response = await work(tx);
          await store(tx, response);
          return response;
        })
      : work(ctx),
  );

/**
 * Runs work under the key of a request. Without a key the work gets no function that stores its
 * response.
 */
const underKey = async <Status extends number, Body>(
  req: KeyedRequest,
  success: SuccessOf<Status, Body>,
  body: unknown,
  work: (
    ctx: CheckedContext,
    store?: (ctx: CheckedContext, response: SuccessResponse<Status, Body>) => Promise<void>,
  ) => Promise<SuccessResponse<Status, Body>>,
): Promise<SuccessResponse<Status, Body>> => {
  const ctx = ctxOf(req);
  anybody(ctx);
  const owner = keyOwnerOf(req);
  if (!owner) return work(ctx);
  const bodyHash = hashOf(body);
  const claim = await claimKey(ctx, owner, bodyHash);
  if ('stored' in claim) return replay(req, success, claim.stored);
  const { run } = claim;
  return releasing(ctx, run, () =>
    work(ctx, (storing, response) => storeResponse(storing, run, bodyHash, response)),
  );
};

/** Stores the response of a run in the transaction of its effect. */
type StoreResponse<Status extends number, Body> = (
  tx: TxContext,
  bodyHash: Buffer,
  response: SuccessResponse<Status, Body>,
) => Promise<void>;

/**
 * As {@link runOnceInTransaction}, for a body that is streamed, so that its hash is known only at
 * its end.
 *
 * @param steps.work reads the body, does the work and calls `store`, if given, in the transaction
 * of its effect
 * @param steps.readHash reads the body of a request whose key has a response already, and returns
 * its hash
 * @throws AppError `idempotency-key-in-use`, `idempotency-key-reused`
 */
export const runStreamedOnce = async <Status extends number, Body>(
  req: KeyedRequest,
  success: SuccessOf<Status, Body>,
  steps: {
    work: (
      ctx: Context,
      store: StoreResponse<Status, Body> | undefined,
    ) => Promise<SuccessResponse<Status, Body>>;
    readHash: (ctx: CheckedContext) => Promise<Buffer>;
  },
): Promise<SuccessResponse<Status, Body>> => {
  const ctx = ctxOf(req);
  anybody(ctx);
  const owner = keyOwnerOf(req);
  if (!owner) return steps.work(ctx, undefined);
  const claim = await claimKey(ctx, owner, undefined);
  if ('stored' in claim) {
    requireSameBody(claim.bodyHash, await steps.readHash(ctx));
    return replay(req, success, claim.stored);
  }
  return releasing(ctx, claim.run, () =>
    steps.work(ctx, (tx, bodyHash, response) => storeResponse(tx, claim.run, bodyHash, response)),
  );
};

/** Releases the key if the work fails. */
const releasing = async <T>(
  ctx: CheckedContext,
  run: KeyRun,
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    await releaseKey(ctx, run);
    throw error;
  }
};

/** Reads a stored response back as the route's own, and marks it with `Idempotent-Replayed`. */
const replay = <Status extends number, Body>(
  req: KeyedRequest,
  success: SuccessOf<Status, Body>,
  stored: { status: number; body: unknown },
): SuccessResponse<Status, Body> => {
  req.res?.set('Idempotent-Replayed', 'true');
  return {
    status: z.literal(success.status).parse(stored.status),
    body: success.body.parse(stored.body),
  };
};
