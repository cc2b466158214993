import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import * as sessions from '../../db/sessions/sessions.ts';
import { findTeamRole } from '../../db/team/team.ts';
import { recordAct, recordActs, recordRefusal } from '../audit/service.ts';
import type { IdentityProvider } from '../auth/identity-provider.ts';
import { roleOfSession, sessionAgeMs } from '../auth/sessions.ts';
import { higherRole } from '../config/roles.ts';
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
import { getPage } from '../core/page.ts';
import { endKeysOf } from '../tokens/keys.ts';
import type { Sessions } from './outputs.ts';

export const signInMs = 10 * minuteMs;
const maxUserAgent = 300;

/**
 * Begins a sign-in; returns the provider's address and the browser's state. @throws AppError `unavailable`
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

interface SignInReturn {
  /** The callback's address, with the code. */
  address: URL;
  /** The state from this browser's cookie. */
  state: string;
  /** The secret of the browser's previous session, which this sign-in ends. */
  previousSecret: string | undefined;
  /** The browser's `User-Agent`. */
  userAgent: string | undefined;
}

/**
 * Finishes a sign-in; returns the session's secret. @throws AppError `sign-in-failed`, `forbidden`,
 * `unavailable`
 */
export const finishSignIn = async (
  ctx: Context,
  provider: IdentityProvider,
  { address, state, previousSecret, userAgent }: SignInReturn,
): Promise<string> => {
  anybody(ctx);
  const { person, issuedAt } = await identify(ctx, provider, { address, state });
  const { email, subject, name, role } = person;
  const actor = { ...person, role: higherRole(role, await findTeamRole(ctx.db, email)) };
  const signing = { ...ctx, actor };
  if (!hasRole(actor, 'admin')) await inTransaction(signing, (tx) => endKeysOf(tx, email));
  if (!hasRole(actor, 'agent')) {
    await recordRefusal(signing, { action: 'sessions.start', target: `account:${email}` });
    throw new AppError('forbidden', { requiredRole: 'agent' });
  }
  const secret = randomBytes(32).toString('base64url');
  await inTransaction(signing, async (tx) => {
    const before =
      previousSecret === undefined ? undefined : await sessions.findSession(tx.db, previousSecret);
    if (before) await endAndRecord(tx, before.id);
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

/** Identifies the person; records refusals in the trail. */
const identify = async (
  ctx: CheckedContext,
  provider: IdentityProvider,
  { address, state }: Pick<SignInReturn, 'address' | 'state'>,
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

/** Ends a session with its act; returns whether there was one. */
const endAndRecord = async (tx: TxContext, id: number, email?: string): Promise<boolean> => {
  const ended = await sessions.endSession(tx.db, id, { email, at: tx.now() });
  if (ended) await recordAct(tx, { action: 'sessions.end', target: `session:${id}` });
  return ended;
};

/** Ends a session; administrators may end any. @throws AppError `forbidden`, `session-not-found` */
export const endSession = async (ctx: Context, id: number): Promise<void> => {
  requireRole(ctx, 'agent');
  await inTransaction(ctx, async (tx) => {
    if (!(await endAndRecord(tx, id, ownerFilterOf(ctx)))) throw new AppError('session-not-found');
  });
};

/** Ends the sessions of a person without a role, so that a role given later needs a new sign-in. */
export const endSessionsWithoutRole = async (tx: TxContext, email: string): Promise<void> => {
  const ended = { email, since: oldestLiveSession(tx), at: tx.now() };
  const ids = await sessions.endSessionsWithoutRole(tx.db, ended);
  const acts = ids.map(({ id }) => ({ target: `session:${id}`, changes: [] }));
  await recordActs(tx, 'sessions.end', acts);
};

/** Returns the earliest beginning of a session that is still valid. */
const oldestLiveSession = (ctx: Pick<Context, 'now'>): Date =>
  new Date(ctx.now().getTime() - sessionAgeMs);

/** Returns undefined for administrators, who see and end all sessions. */
const ownerFilterOf = ({ actor }: CheckedContext): string | undefined =>
  hasRole(actor, 'admin') || actor.kind !== 'person' ? undefined : (actor.email ?? '');

/** Lists sessions newest first; administrators see all. @throws AppError `forbidden` */
export const listSessions = async (
  ctx: Context,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<z.output<typeof Sessions>> => {
  requireRole(ctx, 'agent');
  const { actor } = ctx;
  const since = oldestLiveSession(ctx);
  const page = await getPage(
    limit,
    (rows) =>
      sessions.listSessions(ctx.db, { email: ownerFilterOf(ctx), before, since, limit: rows }),
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
