import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';
import type { Schema } from '../schema.ts';

/** A session of the console, with the fields that decide whether it is valid. */
export interface SessionRow {
  id: number;
  email: string;
  subject: string;
  name: string | null;
  /** The role claimed by the ID token. */
  role: Schema['sessions']['role'];
  /** The role that the team gave this e-mail. */
  teamRole: Schema['team']['role'] | null;
  createdAt: Date;
  lastSeenAt: Date;
  endedAt: Date | null;
  userAgent: string | null;
  /** True if a revocation covers the person's tokens from the session's beginning. */
  revoked: boolean;
}

/** Hashes a session's secret or a sign-in's state for storage. */
const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

const selectSessions = (db: Db) =>
  db
    .selectFrom('sessions')
    .leftJoin('team', 'team.email', 'sessions.email')
    .select(({ exists, selectFrom }) => [
      'sessions.id',
      'sessions.email',
      'sessions.subject',
      'sessions.name',
      'sessions.role',
      'team.role as teamRole',
      'sessions.created_at as createdAt',
      'sessions.last_seen_at as lastSeenAt',
      'sessions.ended_at as endedAt',
      'sessions.user_agent as userAgent',
      exists(
        selectFrom('token_revocations')
          .select('token_revocations.id')
          .where('email_hash', '=', sql<Buffer>`sha256(convert_to(sessions.email, 'UTF8'))`)
          .whereRef('revoked_from', '>', 'sessions.issued_at'),
      )
        .$castTo<boolean>()
        .as('revoked'),
    ]);

export const findSession = (db: Db, secret: string): Promise<SessionRow | undefined> =>
  selectSessions(db).where('token_hash', '=', hashSecret(secret)).executeTakeFirst();

export const listSessionsById = (db: Db, ids: readonly number[]): Promise<SessionRow[]> =>
  selectSessions(db).where('sessions.id', '=', sql<number>`any (${ids}::integer[])`).execute();

/**
 * Lists sessions that began since a moment and have not ended, newest first; only those of an e-mail, if
 * given.
 */
export const listSessions = (
  db: Db,
  filter: { email: string | undefined; before: number | undefined; since: Date; limit: number },
): Promise<SessionRow[]> => {
  let query = selectSessions(db).where('ended_at', 'is', null);
  query = query.where('sessions.created_at', '>', filter.since);
  if (filter.before !== undefined) query = query.where('sessions.id', '<', filter.before);
  if (filter.email !== undefined) query = query.where('sessions.email', '=', filter.email);
  return query.orderBy('sessions.id', 'desc').limit(filter.limit).execute();
};

/** Counts a person's sessions that have not ended and whose tokens were issued before a moment. */
export const countOpenSessions = async (
  db: Db,
  email: string,
  { since, issuedBefore }: { since: Date; issuedBefore: Date },
): Promise<number> => {
  const { count } = await db
    .selectFrom('sessions')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('email', '=', email)
    .where('ended_at', 'is', null)
    .where('created_at', '>', since)
    .where('issued_at', '<', issuedBefore)
    .executeTakeFirstOrThrow();
  return count;
};

/** Finds the provider's role of a person at the last sign-in. */
export const findLastRole = async (
  db: Db,
  email: string,
): Promise<SessionRow['role'] | undefined> =>
  (
    await db
      .selectFrom('sessions')
      .select('role')
      .where('email', '=', email)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.role;

/** Stores a session and returns its id. */
export const insertSession = async (
  tx: Tx,
  {
    secret,
    name,
    issuedAt,
    createdAt,
    userAgent,
    ...person
  }: {
    secret: string;
    email: string;
    subject: string;
    name: string | undefined;
    role: Schema['sessions']['role'];
    issuedAt: Date;
    createdAt: Date;
    userAgent?: string | undefined;
  },
): Promise<number> => {
  const { id } = await tx
    .insertInto('sessions')
    .values({
      ...person,
      token_hash: hashSecret(secret),
      name: name ?? null,
      issued_at: issuedAt,
      created_at: createdAt,
      last_seen_at: createdAt,
      user_agent: userAgent ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Stores when a session was last used. */
export const updateLastSeen = async (db: Db, id: number, at: Date): Promise<void> => {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: at })
    .where('id', '=', id)
    .where('last_seen_at', '<', at)
    .execute();
};

/** Ends a session, of an e-mail if given; returns false if there is none or it has ended. */
export const endSession = async (
  tx: Tx,
  id: number,
  { email, at }: { email: string | undefined; at: Date },
): Promise<boolean> => {
  let query = tx.updateTable('sessions').set({ ended_at: at }).where('id', '=', id);
  query = query.where('ended_at', 'is', null);
  if (email !== undefined) query = query.where('email', '=', email);
  const { numUpdatedRows } = await query.executeTakeFirst();
  return numUpdatedRows > 0n;
};

/**
 * Ends the sessions of an e-mail whose ID token had no role and that began since a moment; returns their
 * ids.
 */
export const endSessionsWithoutRole = (
  tx: Tx,
  { email, since, at }: { email: string; since: Date; at: Date },
): Promise<{ id: number }[]> =>
  tx
    .updateTable('sessions')
    .set({ ended_at: at })
    .where('email', '=', email)
    .where('role', '=', 'reader')
    .where('created_at', '>', since)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute();

/** A sign-in that waits until the provider sends the browser back. */
interface SignInRow {
  nonce: string;
  codeVerifier: string;
}

/** Stores a new sign-in and deletes those that began before a moment. */
export const insertSignIn = async (
  db: Db,
  signIn: SignInRow & { state: string; createdAt: Date; forgetBefore: Date },
): Promise<void> => {
  await db.deleteFrom('sign_ins').where('created_at', '<', signIn.forgetBefore).execute();
  await db
    .insertInto('sign_ins')
    .values({
      state_hash: hashSecret(signIn.state),
      nonce: signIn.nonce,
      code_verifier: signIn.codeVerifier,
      created_at: signIn.createdAt,
    })
    .execute();
};

/** Deletes and returns a sign-in that began since a moment: a state works only once. */
export const takeSignIn = (db: Db, state: string, since: Date): Promise<SignInRow | undefined> =>
  db
    .deleteFrom('sign_ins')
    .where('state_hash', '=', hashSecret(state))
    .where('created_at', '>=', since)
    .returning(['nonce', 'code_verifier as codeVerifier'])
    .executeTakeFirst();
