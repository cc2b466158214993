import { randomBytes } from 'node:crypto';
import * as sessions from '../../db/sessions/sessions.ts';
import { findTeamRole } from '../../db/team/team.ts';
import { recordAct, recordActs, recordRefusal } from '../audit/service.ts';
import type { IdentityProvider } from '../auth/identity-provider.ts';
import { roleOfSession, sessionAgeMs } from '../auth/sessions.ts';
import { higherRole, type Role } from '../config/roles.ts';
import { minuteMs } from '../core/civil-time.ts';
import {
  anybody,
  type CheckedContext,
  type Context,
  hasRole,
  inTransaction,
  requireRole,
  type TxContext,
} from '../core/context.ts';
import { AppError, orThrow, toAppError } from '../core/errors.ts';
import { getPage, type Page } from '../core/page.ts';

/** How long a person may take at the provider. */
export const signInMs = 10 * minuteMs;
const maxUserAgent = 300;

/**
 * Begins a sign-in. Returns where to send the browser, and the state that its return must carry.
 *
 * @throws AppError `unavailable` if the provider cannot be reached
 */
export const beginSignIn = async (
  ctx: Context,
  provider: IdentityProvider,
): Promise<{ url: string; state: string }> => {
  anybody(ctx);
  const { url, ...signIn } = await provider.begin();
  const createdAt = ctx.now();
  const forgetBefore = new Date(createdAt.getTime() - signInMs);
  await sessions.insertSignIn(ctx.db, { ...signIn, createdAt, forgetBefore });
  return { url, state: signIn.state };
};

/** How a browser came back from the provider. */
interface Return {
  /** The address, with the code. */
  address: URL;
  /** What this browser began with. */
  state: string;
  /** The secret of the session that it had before, which ends. */
  former: string | undefined;
  /** What the browser calls itself. */
  userAgent: string | undefined;
}

/**
 * Ends a sign-in by starting a session. Returns the session's secret, which is new.
 *
 * @throws AppError `sign-in-failed`; `forbidden` for a person without the role agent; `unavailable`
 */
export const finishSignIn = async (
  ctx: Context,
  provider: IdentityProvider,
  { address, state, former, userAgent }: Return,
): Promise<string> => {
  anybody(ctx);
  const { person, issuedAt } = await identify(ctx, provider, { address, state });
  const { email, subject, name, role } = person;
  const actor = { ...person, role: higherRole(role, await findTeamRole(ctx.db, email)) };
  const signing = { ...ctx, actor };
  if (!hasRole(actor, 'agent')) {
    await recordRefusal(signing, { action: 'sessions.start', target: `account:${email}` });
    throw new AppError('forbidden', { requiredRole: 'agent' });
  }
  const secret = randomBytes(32).toString('base64url');
  await inTransaction(signing, async (tx) => {
    const before = former === undefined ? undefined : await sessions.findSession(tx.db, former);
    if (before) await end(tx, before.id);
    const id = await sessions.insertSession(tx.db, {
      secret,
      email,
      subject,
      name,
      role,
      issuedAt,
      createdAt: tx.now(),
      userAgent: userAgent?.slice(0, maxUserAgent),
    });
    await recordAct(tx, { action: 'sessions.start', target: `session:${id}` });
  });
  return secret;
};

/** Who signed in. A refusal stands in the trail. */
const identify = async (
  ctx: CheckedContext,
  provider: IdentityProvider,
  { address, state }: Pick<Return, 'address' | 'state'>,
) => {
  try {
    const since = new Date(ctx.now().getTime() - signInMs);
    const begun = orThrow(await sessions.takeSignIn(ctx.db, state, since), 'sign-in-failed');
    const { person, issuedAt } = await provider.finish(address, { state, ...begun });
    return { person: { ...person, email: orThrow(person.email, 'sign-in-failed') }, issuedAt };
  } catch (error) {
    const { code } = toAppError(error);
    if (code === 'sign-in-failed') {
      await recordRefusal(ctx, { action: 'sessions.start', target: `sign-in:${code}` });
    }
    throw error;
  }
};

/** Whether there was one to end. */
const end = async (tx: TxContext, id: number, email?: string): Promise<boolean> => {
  const ended = await sessions.endSession(tx.db, id, { email, at: tx.now() });
  if (ended) await recordAct(tx, { action: 'sessions.end', target: `session:${id}` });
  return ended;
};

/**
 * Ends a session: one's own, or anybody's for administrators.
 *
 * @throws AppError `forbidden`, `session-not-found`
 */
export const endSession = async (ctx: Context, id: number): Promise<void> => {
  requireRole(ctx, 'agent');
  await inTransaction(ctx, async (tx) => {
    if (!(await end(tx, id, whoseOf(ctx)))) throw new AppError('session-not-found');
  });
};

/**
 * Ends the sessions of a person who left the team and has no role otherwise: a role given later
 * needs a new sign-in.
 */
export const endSessionsWithoutRole = async (tx: TxContext, email: string): Promise<void> => {
  const ended = { email, since: oldestSession(tx), at: tx.now() };
  const ids = await sessions.endSessionsWithoutRole(tx.db, ended);
  const acts = ids.map(({ id }) => ({ target: `session:${id}`, changes: [] }));
  await recordActs(tx, 'sessions.end', acts);
};

/** When the oldest session began that may still go on. */
const oldestSession = (ctx: Pick<Context, 'now'>): Date =>
  new Date(ctx.now().getTime() - sessionAgeMs);

/** Whose sessions the caller may see and end; undefined: everybody's. */
const whoseOf = ({ actor }: CheckedContext): string | undefined =>
  hasRole(actor, 'admin') || actor.kind !== 'person' ? undefined : (actor.email ?? '');

/** A session as its owner and administrators see it. */
export interface Session {
  id: number;
  email: string;
  name: string | null;
  role: Role;
  createdAt: Date;
  /** To the minute. */
  lastSeenAt: Date;
  /** What the browser calls itself. */
  userAgent: string | null;
  /** Whether the caller came with it. */
  current: boolean;
}

/**
 * A page of the sessions that go on, newest first: one's own, or everybody's for administrators.
 * @throws AppError `forbidden`
 */
export const listSessions = async (
  ctx: Context,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<Page<Session, number>> => {
  requireRole(ctx, 'agent');
  const { actor } = ctx;
  const since = oldestSession(ctx);
  const page = await getPage(
    limit,
    (rows) => sessions.listSessions(ctx.db, { email: whoseOf(ctx), before, since, limit: rows }),
    ({ id }) => id,
  );
  return {
    ...page,
    items: page.items.flatMap((row) => {
      const role = roleOfSession(row, ctx.now());
      const { id, email, name, createdAt, lastSeenAt, userAgent } = row;
      const current = actor.kind === 'person' && actor.sessionId === id;
      const session = { id, email, name, createdAt, lastSeenAt, userAgent, current };
      return role ? [{ ...session, role }] : [];
    }),
  };
};
