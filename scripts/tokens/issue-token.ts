import { SignJWT } from 'jose';
import type { Config } from '../../server/config/config.ts';
import type { Role } from '../../server/config/roles.ts';
import { dayMs } from '../../server/core/civil-time.ts';

interface TokenOwner {
  email?: string;
  name?: string | undefined;
  role: Role;
}

/** Signs a token for development and tests. */
export const signToken = (
  secret: string,
  { email, name, role }: TokenOwner,
  { expiresAt, rolesClaim = 'roles' }: { expiresAt: Date; rolesClaim?: string },
  claims: { iss?: string | undefined; aud?: string | undefined } = {},
): Promise<string> =>
  new SignJWT({ ...claims, email, name, [rolesClaim]: [role] })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(email ?? `local-${role}`)
    .setJti(crypto.randomUUID())
    .setIssuedAt()
    .setExpirationTime(expiresAt)
    .sign(new TextEncoder().encode(secret));

/** Signs a token for a service with this configuration, valid for `days`. */
export const issueToken = (
  { auth: { rolesClaim, issuer, audience } }: Config,
  secret: string,
  person: TokenOwner,
  days: number,
): Promise<string> => {
  const expiresAt = new Date(Date.now() + days * dayMs);
  return signToken(secret, person, { expiresAt, rolesClaim }, { iss: issuer, aud: audience });
};
