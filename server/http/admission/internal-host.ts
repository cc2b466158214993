import { isIP } from 'node:net';
import { AppError } from '../../core/errors.ts';
import { type Declared, free } from './gate.ts';

/** Prevents DNS rebinding: admits only addresses, `localhost`, names without a dot, and `allowed` names. */
export const checkInternalHost = (allowed: readonly string[]): Declared => {
  const names = new Set(allowed.map((name) => name.toLowerCase()));
  return free((req, _res, next) => {
    const host = URL.parse(`http://${req.headers.host || 'localhost'}`)?.hostname;
    const isPublic = host?.includes('.') && isIP(host) === 0 && !names.has(host);
    if (host === undefined || isPublic) throw new AppError('forbidden');
    next();
  });
};
