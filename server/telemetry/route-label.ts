import type { Request } from 'express';

declare global {
  namespace Express {
    interface Request {
      /** The existing procedures of the internal API that the request called. */
      procedures?: string[];
      /** True if the response stays open, so that its duration has no meaning. */
      isStream?: boolean;
    }
  }
}

/** Returns the pattern of the matched route, never a path that a caller invented; `none` without a match. */
export const routeOf = (req: Request): string => {
  if (typeof req.route?.path === 'string') return req.route.path;
  const [procedure, ...more] = req.procedures ?? [];
  if (procedure === undefined) return 'none';
  return more.length === 0 ? `/trpc/${procedure}` : '/trpc/batch';
};
