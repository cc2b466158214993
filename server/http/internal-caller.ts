import type { Request, RequestHandler } from 'express';
import type { Actor } from '../context.ts';

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

/**
 * Finds out who calls and counts the call. A refusal waits for the procedures that are called,
 * which send it in tRPC's form.
 */
export const admitCaller =
  (authenticate: (req: Request) => Promise<Actor>, limit: RequestHandler): RequestHandler =>
  async (req, res, next) => {
    try {
      req.caller = await authenticate(req);
    } catch (error) {
      req.refusal = error;
    }
    limit(req, res, (refused: unknown) => {
      req.refusal ??= refused;
      next();
    });
  };

/** The caller that was admitted. @throws AppError that refused them */
export const admittedCaller = async ({ caller, refusal }: Request): Promise<Actor> => {
  if (!caller || refusal) throw refusal;
  return caller;
};
