import { isIP } from 'node:net';
import { AppError } from '../../core/errors.ts';
import { type Declared, free } from './gate.ts';

/**
 * Refuses requests to the internal listener whose `Host` is a public name: a page of another site
 * whose name resolves to this machine (DNS rebinding) would be of the same origin. Addresses,
 * `localhost` and names without a dot are allowed, because no other site can have them, and so are
 * the `allowed` names.
 */
export const checkInternalHost = (allowed: readonly string[]): Declared => {
  const names = new Set(allowed.map((name) => name.toLowerCase()));
  return free((req, _res, next) => {
    // Health checks of HTTP/1.0 send none.
    const host = URL.parse(`http://${req.headers.host || 'localhost'}`)?.hostname;
    const isPublic = host?.includes('.') && isIP(host) === 0 && !names.has(host);
    if (host === undefined || isPublic) throw new AppError('forbidden');
    next();
  });
};
