import type { Request } from 'express';
import type { Logger } from 'pino';
import type { Db } from '../../db/connection/database.ts';
import * as sessions from '../../db/sessions/sessions.ts';
import { higherRole, includesRole, type Role } from '../config/roles.ts';
import { hourMs, minuteMs } from '../core/civil-time.ts';
import type { Actor } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import type { Authenticate } from './authenticate.ts';

/** The limits of a console session: its age, and the time without a request. */
export const sessionAgeMs = 12 * hourMs;
const sessionIdleMs = 2 * hourMs;
const lastSeenStepMs = minuteMs;

/** Returns the higher role of its ID token and the team; undefined if the session has ended. */
export const roleOfSession = (session: sessions.SessionRow, now: Date): Role | undefined => {
  const role = higherRole(session.role, session.teamRole);
  const isLive =
    session.endedAt === null &&
    !session.revoked &&
    now.getTime() - session.createdAt.getTime() < sessionAgeMs &&
    now.getTime() - session.lastSeenAt.getTime() < sessionIdleMs &&
    includesRole(role, 'agent');
  return isLive ? role : undefined;
};

/** Returns the roles of live sessions by id in one query, for the checks of open event streams. */
export const liveSessions = async (
  db: Db,
  ids: readonly number[],
  now: Date,
): Promise<Map<number, Role>> => {
  const rows = await sessions.listSessionsById(db, ids);
  return new Map(
    rows.flatMap((row): [number, Role][] => {
      const role = roleOfSession(row, now);
      return role ? [[row.id, role]] : [];
    }),
  );
};

/** Builds the session cookie. `__Host-` prevents other names of the domain from setting it; it needs TLS. */
export const sessionCookie = (consoleUrl: string) => {
  const secure = consoleUrl.startsWith('https:');
  const attributes = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const;
  return { name: secure ? '__Host-leitor' : 'leitor', attributes };
};

export const readCookie = (req: Request, name: string): string | undefined =>
  req.headers.cookie
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1) || undefined;

/** Returns the caller of an internal request, by bearer token or session cookie. */
export type AuthenticateInternal = (req: Request) => Promise<Actor>;

/**
 * Authenticates internal requests. Throws `invalid-token`, `cross-site`, or `invalid-request` for token and
 * cookie together.
 */
export const internalAuthenticator = ({
  authenticate,
  consoleUrl,
  db,
  now,
  log,
}: {
  authenticate: Authenticate;
  consoleUrl: string | undefined;
  db: Db;
  now: () => Date;
  log: Logger;
}): AuthenticateInternal => {
  if (consoleUrl === undefined) return (req) => authenticate(req.headers.authorization);
  const cookie = sessionCookie(consoleUrl);
  return async (req) => {
    const secret = readCookie(req, cookie.name);
    if (secret === undefined) return authenticate(req.headers.authorization);
    if (req.headers.authorization !== undefined) {
      throw new AppError('invalid-request', { detail: 'a token beside a session cookie' });
    }
    refuseCrossSite(req, consoleUrl);
    const session = await sessions.findSession(db, secret);
    const role = session && roleOfSession(session, now());
    if (!role) throw new AppError('invalid-token');
    if (now().getTime() - session.lastSeenAt.getTime() >= lastSeenStepMs) {
      await sessions
        .updateLastSeen(db, session.id, now())
        .catch((error) => log.warn({ err: error }, 'could not store when a session was used'));
    }
    return {
      kind: 'person',
      subject: session.subject,
      email: session.email,
      ...(session.name && { name: session.name }),
      role,
      sessionId: session.id,
    };
  };
};

/**
 * Refuses requests from another site, which cannot add `X-Console`. Without `Sec-Fetch-Site` it compares the
 * origin.
 */
const refuseCrossSite = ({ headers, method }: Request, consoleUrl: string): void => {
  const site = headers['sec-fetch-site'];
  const isOwn = site === undefined ? headers.origin === consoleUrl : site === 'same-origin';
  const reads = method === 'GET' || method === 'HEAD';
  if (!isOwn || !(reads || headers['x-console'] === '1')) throw new AppError('cross-site');
};
