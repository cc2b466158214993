import type { Request } from 'express';
import type { Logger } from 'pino';
import type { Db } from '../../db/connection/database.ts';
import * as sessions from '../../db/sessions/sessions.ts';
import { higherRole, includesRole, type Role } from '../config/roles.ts';
import { hourMs, minuteMs } from '../core/civil-time.ts';
import type { Actor } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import type { Authenticate } from './authenticate.ts';

/** How long a session of the console lasts, and how long without a request. */
export const sessionAgeMs = 12 * hourMs;
const sessionIdleMs = 2 * hourMs;
/** How exactly the last request of a session is stored. */
const lastSeenStepMs = minuteMs;

/**
 * The role of a session: the higher of its ID token's and the team's. Undefined once the session
 * does not count any more.
 */
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

/**
 * The role of each session that still counts, by id, in one query: what open event streams check.
 */
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

/**
 * The name and attributes of the session's cookie. `__Host-` keeps other names of the domain from
 * setting it; it needs TLS.
 */
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

/**
 * Returns the caller of a request to the internal listener, by its bearer token or its session's
 * cookie.
 */
export type AuthenticateInternal = (req: Request) => Promise<Actor>;

/**
 * Creates the reader of callers of the internal listener. Without a console, bearer tokens alone
 * count.
 *
 * It throws AppError `invalid-token`; `cross-site` for a cookie that another site's page may have
 * sent; `invalid-request` for a token beside a cookie.
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
 * Refuses what a page of another site may have sent with the cookie. Browsers that do not say where
 * a request comes from (`Sec-Fetch-Site`) must name the console's origin. Another site cannot add
 * the header of changes without asking first.
 */
const refuseCrossSite = ({ headers, method }: Request, consoleUrl: string): void => {
  const site = headers['sec-fetch-site'];
  const isOwn = site === undefined ? headers.origin === consoleUrl : site === 'same-origin';
  const reads = method === 'GET' || method === 'HEAD';
  if (!isOwn || !(reads || headers['x-console'] === '1')) throw new AppError('cross-site');
};
