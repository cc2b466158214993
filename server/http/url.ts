import type { RequestHandler } from 'express';
import { AppError } from '../errors.ts';

/** Puts a NUL into a path whose escapes are malformed, so that its route is found and refuses it in its own form. */
export const keepRoutable: RequestHandler = (req, _res, next) => {
  if (req.url.includes('%') && !isDecodable(req.path)) req.url = req.url.replaceAll('%', '%00');
  next();
};

/** @throws AppError `invalid-request` for a URL with a NUL, which no text in the database can hold, or with malformed escapes */
export const refuseNul: RequestHandler = (req, _res, next) => {
  if (req.url.includes('%00')) {
    throw new AppError('invalid-request', { detail: 'path não pode conter o caractere NUL' });
  }
  next();
};

const isDecodable = (path: string): boolean => {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
};
