import type { Request } from 'express';

declare global {
  namespace Express {
    interface Request {
      /** The internal API's procedures that the request called; only ones that exist. */
      procedures?: string[];
      /** True if the response stays open, so that its duration says nothing. */
      isStream?: boolean;
      /** The id of the request's trace, if tracing is on. */
      traceId?: string;
    }
  }
}

/**
 * The pattern of the route that a request matched, never a path that a caller made up. `none`
 * without a match.
 */
export const routeOf = (req: Request): string => {
  if (typeof req.route?.path === 'string') return req.route.path;
  const [procedure, ...more] = req.procedures ?? [];
  if (procedure === undefined) return 'none';
  return more.length === 0 ? `/trpc/${procedure}` : '/trpc/batch';
};
