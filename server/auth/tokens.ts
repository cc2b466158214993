import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { email, text } from '../../contract/index.ts';
import type { Config } from '../config.ts';
import type { Actor, Role } from '../context.ts';
import { AppError } from '../errors.ts';
import { remoteKeys } from './keys.ts';

/** A person, as a valid token names them. */
export type Person = Extract<Actor, { kind: 'person' }>;

/** Tells who holds a token; `fresh` when this process had not verified it before. */
export type VerifyToken = (token: string) => Promise<{ person: Person; fresh: boolean }>;

const claims = z.object({
  // At most what OpenID Connect allows: it is a key of ours.
  sub: text().min(1).max(255),
  exp: z.number(),
  email: email.optional(),
  name: z.string().trim().min(1).max(200).optional().catch(undefined),
});

const roles: readonly Role[] = ['admin', 'agent', 'reader'];
/** How many verified tokens a process remembers, and for how long at most. */
export const remembered = { tokens: 10_000, ms: 300_000 };

/**
 * Makes the verifier of bearer tokens (specification §5): signature by a pinned algorithm (HS256 with the secret; RS256,
 * ES256 or EdDSA with published keys), `exp` and a non-empty `sub` required, issuer and audience where configured. A
 * verified token is remembered until it expires, five minutes at most, so that a withdrawn key is noticed.
 *
 * The verifier throws AppError `invalid-token`, or `unavailable` when no key could be fetched.
 */
export const tokenVerifier = (
  auth: Config['auth'] & { keys: NonNullable<Config['auth']['keys']> },
  now: () => Date,
): VerifyToken => {
  const verify = signatureVerifier(auth, now);
  const known = new LRUCache<string, { person: Person; expiresAt: number }>({
    max: remembered.tokens,
    ttl: remembered.ms,
  });
  return async (token) => {
    const entry = known.get(token);
    if (entry && entry.expiresAt > now().getTime()) return { person: entry.person, fresh: false };
    const payload = await verify(token);
    const parsed = claims.safeParse(payload);
    if (!parsed.success) throw new AppError('invalid-token', { cause: parsed.error });
    const person: Person = {
      kind: 'person',
      subject: parsed.data.sub,
      ...(parsed.data.email && { email: parsed.data.email }),
      ...(parsed.data.name && { name: parsed.data.name }),
      role: roleOf(payload, auth.rolesClaim) ?? auth.defaultRole,
    };
    known.set(token, { person, expiresAt: parsed.data.exp * 1_000 });
    return { person, fresh: true };
  };
};

const signatureVerifier = (
  auth: Config['auth'] & { keys: NonNullable<Config['auth']['keys']> },
  now: () => Date,
) => {
  const [key, algorithms]: [Uint8Array | JWTVerifyGetKey, string[]] =
    'secret' in auth.keys
      ? [new TextEncoder().encode(auth.keys.secret), ['HS256']]
      : [remoteKeys(auth.keys.jwksUrl), ['RS256', 'ES256', 'EdDSA']];
  const getKey: JWTVerifyGetKey = typeof key === 'function' ? key : () => key;
  return async (token: string): Promise<JWTPayload> => {
    try {
      const { payload } = await jwtVerify(token, getKey, {
        algorithms,
        requiredClaims: ['exp', 'sub'],
        currentDate: now(),
        ...(auth.issuer && { issuer: auth.issuer }),
        ...(auth.audience && { audience: auth.audience }),
      });
      return payload;
    } catch (error) {
      if (error instanceof AppError) throw error;
      if (error instanceof errors.JOSEError || error instanceof TypeError) {
        throw new AppError('invalid-token', { cause: error });
      }
      throw error;
    }
  };
};

/** The highest role the claim names: a role, or a list of them; the claim's name may be a dotted path. */
const roleOf = (payload: JWTPayload, claim: string): Role | undefined => {
  const named = [payload[claim] ?? nested(payload, claim.split('.'))].flat();
  return roles.find((role) => named.includes(role));
};

const nested = (value: unknown, path: string[]): unknown =>
  path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? Reflect.get(inner, key)
        : undefined,
    value,
  );

/** Signs a token with the shared secret: for development, operators' scripts and tests. */
export const signToken = (
  secret: string,
  person: { email?: string; name?: string; role: Role },
  options: { expiresAt: Date; rolesClaim?: string; issuer?: string; audience?: string },
): Promise<string> => {
  const token = new SignJWT({
    ...(person.email && { email: person.email }),
    ...(person.name && { name: person.name }),
    [options.rolesClaim ?? 'roles']: [person.role],
  })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(person.email ?? `local-${person.role}`)
    .setIssuedAt()
    .setExpirationTime(options.expiresAt);
  if (options.issuer) token.setIssuer(options.issuer);
  if (options.audience) token.setAudience(options.audience);
  return token.sign(new TextEncoder().encode(secret));
};
