import { jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { settings } from './settings.ts';

/** A token's holder. */
export interface Person {
  subject: string;
  email: string | undefined;
  role: Role;
}

export type Role = 'reader' | 'agent' | 'admin';

const ranks: readonly Role[] = ['reader', 'agent', 'admin'];

/** Whether the person has the role or one above it. */
export const hasRole = (person: Person, role: Role): boolean =>
  ranks.indexOf(person.role) >= ranks.indexOf(role);

// As the service does: a verified token is trusted for three minutes, or until it expires.
const verified = new LRUCache<string, Person>({ max: 10_000 });
const maxAgeMs = 180_000;

/** The holder of an `Authorization` header's token; undefined if it is missing or invalid. */
export const personOf = async (authorization: string | undefined): Promise<Person | undefined> => {
  const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1];
  if (!token) return undefined;
  return verified.get(token) ?? verify(token);
};

const verify = async (token: string): Promise<Person | undefined> => {
  try {
    const { payload } = await jwtVerify(token, settings.secret, {
      algorithms: ['HS256'],
      requiredClaims: ['exp', 'sub'],
    });
    const roles = [payload.roles].flat();
    const person = {
      subject: payload.sub ?? '',
      email: typeof payload.email === 'string' ? payload.email.toLowerCase() : undefined,
      role: ranks.findLast((role) => roles.includes(role)) ?? 'reader',
    };
    const expiresInMs = (payload.exp ?? 0) * 1_000 - Date.now();
    verified.set(token, person, { ttl: Math.min(expiresInMs, maxAgeMs) });
    return person;
  } catch {
    return undefined;
  }
};
