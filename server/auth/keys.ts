import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  type JWKSCacheInput,
  type JWTVerifyGetKey,
  jwksCache,
} from 'jose';
import { AppError } from '../errors.ts';

const staleKeysServedMs = 60 * 60 * 1_000;
const pauseAfterFailureMs = 10_000;

/**
 * Finds the key of a token among those published at a JWKS address (RFC 7517). Keys are fetched again every ten minutes
 * and for an unknown `kid` (at most once in 5 s). While the address is out of reach the last known keys serve for an hour.
 * The resolver throws AppError `unavailable` when there are none to try.
 */
export const remoteKeys = (url: string): JWTVerifyGetKey => {
  const cache: JWKSCacheInput = {};
  const fetchKeys = createRemoteJWKSet(new URL(url), {
    timeoutDuration: 2_000,
    cooldownDuration: 5_000,
    cacheMaxAge: 600_000,
    [jwksCache]: cache,
  });
  let failedAt = Number.NEGATIVE_INFINITY;

  const staleKey: JWTVerifyGetKey = (header, token) => {
    const { jwks, uat } = cache;
    if (!jwks || !uat || Date.now() - uat > staleKeysServedMs) throw new AppError('unavailable');
    return createLocalJWKSet(jwks)(header, token);
  };

  return async (header, token) => {
    if (Date.now() - failedAt < pauseAfterFailureMs) return staleKey(header, token);
    try {
      return await fetchKeys(header, token);
    } catch (error) {
      if (isAboutTheToken(error)) throw error;
      failedAt = Date.now();
      return staleKey(header, token);
    }
  };
};

const isAboutTheToken = (error: unknown): boolean =>
  error instanceof errors.JWKSNoMatchingKey ||
  error instanceof errors.JWKSMultipleMatchingKeys ||
  error instanceof errors.JOSENotSupported ||
  error instanceof errors.JOSEAlgNotAllowed;
