import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { email, text } from '../../contract/index.ts';
import type { Config } from '../config/config.ts';
import { type Role, roles } from '../config/roles.ts';
import { minuteMs } from '../core/civil-time.ts';
import type { Actor } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { visibleName } from '../text/visible-name.ts';
import { remoteKeys } from './remote-keys.ts';
import type { IsRevoked } from './revocations.ts';

export type Person = Extract<Actor, { kind: 'person' }>;

/** Verifies a token; `fresh` is false if the result came from this process's cache. */
export type VerifyToken = (
  token: string,
) => Promise<{ person: Person; issuedAt: Date; fresh: boolean }>;

const claims = z.object({
  // OpenID Connect limits `sub` to 255 characters.
  sub: text().min(1).max(255),
  exp: z.number(),
  iat: z.number().optional(),
  jti: z.string().max(255).optional().catch(undefined),
  // Identity providers write `null` or `""` for none.
  email: z.preprocess((value) => value || undefined, email.optional()).optional(),
  email_verified: z
    .unknown()
    .refine((value) => value !== false && value !== 'false', 'must not be false')
    .optional(),
  name: z.string().transform(visibleName).pipe(z.string().max(200)).optional().catch(undefined),
});

/** The cache of verified tokens in a process. With `keysMaxAgeMs`, a withdrawn key works for five minutes. */
const verifiedTokens = { max: 10_000, maxAgeMs: 180_000 };

/** Tolerance for an identity provider's clock that is ahead. */
const maxClockSkewMs = minuteMs;

interface VerifiedToken {
  person: Person;
  tokenId: string | undefined;
  /** The time in milliseconds; 0 if the token has none or it is in the future. */
  issuedAt: number;
  expiresAt: number;
}

type Auth = Config['auth'] & { keys: NonNullable<Config['auth']['keys']> };

/**
 * Verifies bearer tokens (docs/behaviour/access.md#authentication), cached for three minutes.
 * @throws AppError `invalid-token`, or `unavailable` if no key could be fetched
 */
export const tokenVerifier = (auth: Auth, now: () => Date, isRevoked: IsRevoked): VerifyToken => {
  const verify = signatureVerifier(auth, now);
  const known = new LRUCache<string, VerifiedToken>({ max: verifiedTokens.max });
  const refuseRevoked = ({ person, tokenId, issuedAt }: VerifiedToken) => {
    if (!isRevoked({ email: person.email, tokenId, issuedAt })) return;
    throw new AppError('invalid-token', { cause: new Error('the token is revoked') });
  };
  return async (token) => {
    const entry = known.get(token);
    if (entry && entry.expiresAt > now().getTime()) {
      refuseRevoked(entry);
      return resultOf(entry, false);
    }
    const payload = await verify(token);
    const parsed = claims.safeParse(payload);
    if (!parsed.success) throw new AppError('invalid-token', { cause: parsed.error });
    const { data } = parsed;
    const issuedAt = (data.iat ?? 0) * 1_000;
    const verified: VerifiedToken = {
      person: {
        kind: 'person',
        subject: data.sub,
        ...(data.email && { email: data.email }),
        ...(data.name && { name: data.name }),
        role: roleOf(payload, auth.rolesClaim) ?? auth.defaultRole,
      },
      tokenId: data.jti,
      // A future time would outlive a revocation made now.
      issuedAt: issuedAt > now().getTime() + maxClockSkewMs ? 0 : issuedAt,
      expiresAt: Math.min(
        data.exp * 1_000,
        issuedAt + (auth.maxTokenAgeMs ?? Infinity),
        now().getTime() + verifiedTokens.maxAgeMs,
      ),
    };
    refuseRevoked(verified);
    known.set(token, verified);
    return resultOf(verified, true);
  };
};

const resultOf = ({ person, issuedAt }: VerifiedToken, fresh: boolean) => ({
  person,
  issuedAt: new Date(issuedAt),
  fresh,
});

const signatureVerifier = (auth: Auth, now: () => Date) => {
  const keys = verificationKeys(auth);
  const options = {
    algorithms: 'secret' in auth.keys ? ['HS256'] : ['RS256', 'ES256', 'EdDSA'],
    requiredClaims: ['exp', 'sub'],
    ...(auth.issuer && { issuer: auth.issuer }),
    ...(auth.audience && { audience: auth.audience }),
    ...(auth.maxTokenAgeMs && { maxTokenAge: auth.maxTokenAgeMs / 1_000 }),
  };
  return async (token: string): Promise<JWTPayload> => {
    try {
      return await verifyWithAny(keys, (key) =>
        jwtVerify(token, key, { ...options, currentDate: now() }),
      );
    } catch (error) {
      if (error instanceof AppError) throw error;
      if (error instanceof errors.JOSEError || error instanceof TypeError) {
        throw new AppError('invalid-token', { cause: error });
      }
      throw error;
    }
  };
};

const verificationKeys = ({ keys, previousSecrets }: Auth): JWTVerifyGetKey[] =>
  'secret' in keys
    ? [keys.secret, ...previousSecrets].map((secret) => {
        const key = new TextEncoder().encode(secret);
        return () => key;
      })
    : [remoteKeys(keys.jwksUrl)];

const verifyWithAny = async (
  [key, ...others]: readonly JWTVerifyGetKey[],
  verify: (key: JWTVerifyGetKey) => Promise<{ payload: JWTPayload }>,
): Promise<JWTPayload> => {
  if (!key) throw new errors.JWSSignatureVerificationFailed();
  try {
    return (await verify(key)).payload;
  } catch (error) {
    if (others.length > 0 && error instanceof errors.JWSSignatureVerificationFailed) {
      return verifyWithAny(others, verify);
    }
    throw error;
  }
};

/** The highest role in the claim, which may be a list; the claim's name may be a dotted path. */
const roleOf = (payload: JWTPayload, claim: string): Role | undefined => {
  const named = [payload[claim] ?? nested(payload, claim.split('.'))].flat();
  return roles.findLast((role) => named.includes(role));
};

const nested = (value: unknown, path: string[]): unknown =>
  path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? Reflect.get(inner, key)
        : undefined,
    value,
  );
