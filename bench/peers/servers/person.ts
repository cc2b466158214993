import { jwtVerify } from 'jose';
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

/** The holder of an `Authorization` header's token; undefined if it is missing or invalid. */
export const personOf = async (authorization: string | undefined): Promise<Person | undefined> => {
  const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1];
  if (!token) return undefined;
  try {
    const { payload } = await jwtVerify(token, settings.secret, {
      algorithms: ['HS256'],
      requiredClaims: ['exp', 'sub'],
    });
    const roles = [payload.roles].flat();
    return {
      subject: payload.sub ?? '',
      email: typeof payload.email === 'string' ? payload.email.toLowerCase() : undefined,
      role: ranks.findLast((role) => roles.includes(role)) ?? 'reader',
    };
  } catch {
    return undefined;
  }
};
