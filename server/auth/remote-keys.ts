import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  type JWKSCacheInput,
  type JWTVerifyGetKey,
  jwksCache,
} from 'jose';
import { hourMs } from '../core/civil-time.ts';
import { AppError } from '../core/errors.ts';

/** The maximum age of keys in milliseconds; a withdrawn key works that much longer. */
const keysMaxAgeMs = 120_000;
const staleKeysMaxAgeMs = hourMs;
const pauseAfterFailureMs = 10_000;

/**
 * Resolves keys of a JWKS (RFC 7517). It fetches them every two minutes, and for an unknown `kid` at most
 * every 5 s. While the address is unreachable, the last keys are used for an hour; then it throws
 * `unavailable`.
 */
export const remoteKeys = (url: string): JWTVerifyGetKey => {
  const cache: JWKSCacheInput = {};
  const fetchKeys = createRemoteJWKSet(new URL(url), {
    timeoutDuration: 2_000,
    cooldownDuration: 5_000,
    cacheMaxAge: keysMaxAgeMs,
    [jwksCache]: cache,
  });
  let failedAt = Number.NEGATIVE_INFINITY;

  const staleKey: JWTVerifyGetKey = (header, token) => {
    const { jwks, uat } = cache;
    if (!jwks || !uat || Date.now() - uat > staleKeysMaxAgeMs) throw new AppError('unavailable');
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
