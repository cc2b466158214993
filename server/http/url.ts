import type { Request } from 'express';
import { AppError } from '../core/errors.ts';

/**
 * Puts a NUL into a URL with malformed escapes, so that its route is found and refuses it in the route's own
 * form.
 */
export const keepRoutable = (req: Request): void => {
  if (req.url.includes('%') && !isDecodable(req.path)) req.url = req.url.replaceAll('%', '%00');
};

/** Throws `invalid-request` for malformed escapes and for NUL, which PostgreSQL cannot store. */
export const refuseNul = ({ url }: Request): void => {
  if (url.includes('%00')) {
    throw new AppError('invalid-request', { detail: 'path deve ser UTF-8, sem o caractere NUL' });
  }
};

const isDecodable = (path: string): boolean => {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
};
