import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';
import type { Schema } from '../schema.ts';

/** A role that administrators gave to an e-mail. */
export interface TeamRow {
  email: string;
  role: Schema['team']['role'];
}

/** A person of the team, or one who signed in. */
export interface MemberRow {
  email: string;
  name: string | null;
  teamRole: Schema['team']['role'] | null;
  /** The role claimed by the last ID token. */
  tokenRole: Schema['sessions']['role'] | null;
}

/** Lists the team and people who signed in since a moment, by e-mail: at most `limit`, after `cursor`. */
export const listMembers = async (
  db: Db,
  { since, cursor = '', limit }: { since: Date; cursor?: string | undefined; limit: number },
): Promise<MemberRow[]> => {
  const { rows } = await sql<MemberRow>`
    select email, coalesce(last.name, accounts.name) as name, team.role as "teamRole", last.role as "tokenRole"
    from team
    full join (
      select distinct on (email) email, name, role from sessions
      where created_at > ${since} order by email, created_at desc
    ) as last using (email)
    left join accounts using (email)
    where email collate "C" > ${cursor} order by email collate "C" limit ${limit}`.execute(db);
  return rows;
};

export const findTeamRole = async (db: Db, email: string): Promise<TeamRow['role'] | undefined> =>
  (await db.selectFrom('team').select('role').where('email', '=', email).executeTakeFirst())?.role;

/** Whether a person is of the team, or had a role at the latest sign-in since a moment. */
export const isMember = async (db: Db, email: string, since: Date): Promise<boolean> => {
  if (await findTeamRole(db, email)) return true;
  const session = await db
    .selectFrom('sessions')
    .select('role')
    .where('email', '=', email)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return session !== undefined && session.role !== 'reader';
};

/** Locks and returns the team, so that two administrators cannot demote each other at the same time. */
export const lockTeam = async (tx: Tx): Promise<TeamRow[]> => {
  await sql`lock table team in share row exclusive mode`.execute(tx);
  return tx.selectFrom('team').select(['email', 'role']).execute();
};

/** Sets or removes the role of an e-mail. */
export const setTeamRole = async (
  tx: Tx,
  email: string,
  role: TeamRow['role'] | null,
  at: Date,
): Promise<void> => {
  if (role === null) {
    await tx.deleteFrom('team').where('email', '=', email).execute();
    return;
  }
  await tx
    .insertInto('team')
    .values({ email, role, created_at: at })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ role }))
    .execute();
};
