import type { RequestHandler } from 'express';
import { AppError } from '../errors.ts';

/**
 * Answers a path's requests that no route took: OPTIONS with the methods there are (RFC 9110 §9.3.7), any other method with
 * 405. `Allow` names HEAD beside GET, and OPTIONS.
 *
 * The handler throws AppError `method-not-allowed`.
 */
export const otherMethods = (methods: readonly string[]): RequestHandler => {
  const allowed = new Set([...methods, 'OPTIONS']);
  if (allowed.has('GET')) allowed.add('HEAD');
  const allow = [...allowed].sort().join(', ');
  return (req, res) => {
    res.set('Allow', allow);
    if (req.method !== 'OPTIONS') throw new AppError('method-not-allowed');
    res.status(204).end();
  };
};
