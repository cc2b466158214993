import type { Request } from 'express';

declare global {
  namespace Express {
    interface Request {
      /** The internal API's procedures that the request called, once they are known to exist. */
      procedures?: string[];
      /** The id of the trace that the request is part of, where there is tracing. */
      traceId?: string;
    }
  }
}

/** The route that a request matched, as a pattern: never what a caller made up. `none` where it matched none. */
export const routeOf = (req: Request): string => {
  if (typeof req.route?.path === 'string') return req.route.path;
  const [procedure, ...more] = req.procedures ?? [];
  if (procedure === undefined) return 'none';
  return more.length === 0 ? `/trpc/${procedure}` : '/trpc/batch';
};
