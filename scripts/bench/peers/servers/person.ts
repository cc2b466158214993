import { jwtVerify } from 'jose';
import { settings } from './settings.ts';

/** Who holds a token. */
export interface Person {
  email: string | undefined;
  role: Role;
}

export type Role = 'reader' | 'agent' | 'admin';

const ranks: readonly Role[] = ['reader', 'agent', 'admin'];

/** Whether the person has the role or one above it. */
export const hasRole = (person: Person, role: Role): boolean =>
  ranks.indexOf(person.role) >= ranks.indexOf(role);

/** The holder of the token in an `Authorization` header; undefined where there is none that is valid. */
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
      email: typeof payload.email === 'string' ? payload.email.toLowerCase() : undefined,
      role: ranks.findLast((role) => roles.includes(role)) ?? 'reader',
    };
  } catch {
    return undefined;
  }
};
