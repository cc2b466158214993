import type { Request, RequestHandler, Response } from 'express';
import type { Actor } from '../core/context.ts';
import { toAppError } from '../core/errors.ts';
import type { RefusalLimit } from './refusal-limit.ts';

declare global {
  namespace Express {
    interface Request {
      /** Who calls the internal API; undefined if the call is refused. */
      caller?: Actor;
      /** Why a call of the internal API is refused before it is looked at. */
      refusal?: unknown;
    }
  }
}

/** The program that a caller says it is in `X-Leitor-Client`: a claim, for the trail. */
export const clientOf = (req: Request): string | undefined =>
  /^[\w.-]{1,40}$/.exec(req.get('x-leitor-client') ?? '')?.[0];

/** How many procedures a request calls: a batch names them with commas between. */
export const callsOf = ({ path }: Request): number => path.split(/,|%2c/i).length;

/**
 * Finds out who calls and counts the call. A refusal waits for the procedures that are called,
 * which send it in tRPC's form.
 *
 * @param limits each may refuse the caller, in this order
 */
export const admitCaller =
  (
    authenticate: (req: Request) => Promise<Actor>,
    refusals: RefusalLimit | undefined,
    limits: readonly RequestHandler[],
  ): RequestHandler =>
  async (req, res, next) => {
    try {
      refusals?.check(req);
      req.caller = await authenticate(req);
      for (const limit of limits) await pass(limit, req, res);
    } catch (error) {
      req.refusal = error;
      const { code, retryAfterSeconds } = toAppError(error);
      if (code === 'invalid-token') refusals?.count(req, 0);
      if (retryAfterSeconds) res.set('Retry-After', String(retryAfterSeconds));
    }
    next();
  };

/** Resolves once the handler lets the request through; rejects with its refusal. */
const pass = async (handler: RequestHandler, req: Request, res: Response): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  await handler(req, res, (refused?: unknown) => (refused ? reject(refused) : resolve()));
  await promise;
};

/** The caller that was admitted. @throws AppError that refused them */
export const admittedCaller = async ({ caller, refusal }: Request): Promise<Actor> => {
  if (!caller || refusal) throw refusal;
  return caller;
};
