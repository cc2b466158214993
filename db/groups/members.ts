import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';
import { type GroupRow, groupColumns, memberCount } from './groups.ts';

export type OwnGroupRow = GroupRow & { memberCount: number };

/** The groups that a reader, by e-mail in lower case, owns or is a member of, newest first. */
export const listGroupsOf = (db: Db, email: string): Promise<OwnGroupRow[]> =>
  db
    .selectFrom('groups')
    .select([...groupColumns, memberCount])
    .where(
      sql<boolean>`id in (
        select id from groups where owner_email = ${email}
        union select group_id from group_members where email = ${email}
      )`,
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

export interface GroupPlace {
  groupId: string;
  name: string;
  isPublic: boolean;
  memberCount: number;
  position: number;
}

const shownGroups = 50;

/** The groups that a reader, by e-mail in lower case, is a member of, newest first, at most 50. */
export const listGroupPlaces = async (db: Db, email: string): Promise<GroupPlace[]> => {
  const { rows } = await sql<GroupPlace>`
    select g.id as "groupId", g.name, g.is_public as "isPublic", counted."memberCount", counted.position
    from group_members me join groups g on g.id = me.group_id
    cross join lateral (
      select count(*)::integer as "memberCount",
        (count(*) filter (where (m.current_streak, m.max_streak, -m.added) >= (me.current_streak, me.max_streak, -me.added)))::integer as position
      from group_members m where m.group_id = me.group_id
    ) counted
    where me.email = ${email}
    order by g.created_at desc, g.id desc
    limit ${shownGroups}`.execute(db);
  return rows;
};

/** Locks a group; returns whether a reader, by e-mail in lower case, is a member. */
export const lockGroup = async (
  tx: Tx,
  id: string,
  email: string,
): Promise<(OwnGroupRow & { isMember: boolean }) | undefined> => {
  await tx.selectFrom('groups').select('id').where('id', '=', id).forUpdate().execute();
  // This second query also sees members who joined while the lock was waited for.
  return tx
    .selectFrom('groups')
    .select([...groupColumns, memberCount])
    .select(
      sql<boolean>`exists (select from group_members m where m.group_id = groups.id and m.email = ${email})`.as(
        'isMember',
      ),
    )
    .where('id', '=', id)
    .executeTakeFirst();
};

/** Serializes changes of one reader's groups until the transaction ends. */
export const lockGroupsOf = async (tx: Tx, email: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('groups of'), hashtext(${email}))`.execute(tx);
};

/** Fields of a group to change; null removes the description. */
export interface GroupChanges {
  name?: string | undefined;
  description?: string | null | undefined;
  isPublic?: boolean | undefined;
  ownerEmail?: string | undefined;
}

export const updateGroup = async (tx: Tx, id: string, changes: GroupChanges): Promise<void> => {
  const { isPublic, ownerEmail, ...texts } = changes;
  if (Object.values(changes).every((value) => value === undefined)) return;
  const columns = { ...texts, is_public: isPublic, owner_email: ownerEmail };
  await tx.updateTable('groups').set(columns).where('id', '=', id).execute();
};

/** Deletes a group with its memberships and invitations. */
export const deleteGroup = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('groups').where('id', '=', id).execute();
};

/** A membership; ids increase in the order of joining. */
export interface MemberRow {
  memberId: number;
  email: string;
  name: string | null;
}

export const countMembers = async (db: Db, groupId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('group_members')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
    .where('group_id', '=', groupId)
    .executeTakeFirstOrThrow();
  return count;
};

const memberColumns = [sql<number>`added::integer`.as('memberId'), 'email', 'name'] as const;

/** Lists members in the order of joining, after a member id. */
export const listMembers = (
  db: Db,
  groupId: string,
  { after, limit }: { after: number; limit: number },
): Promise<MemberRow[]> =>
  db
    .selectFrom('group_members')
    .select(memberColumns)
    .where('group_id', '=', groupId)
    .where('added', '>', String(after))
    .orderBy('added')
    .limit(limit)
    .execute();

export const findMember = (
  db: Db,
  groupId: string,
  memberId: number,
): Promise<MemberRow | undefined> =>
  db
    .selectFrom('group_members')
    .select(memberColumns)
    .where('group_id', '=', groupId)
    .where('added', '=', String(memberId))
    .executeTakeFirst();

/** The earliest member of a group other than one, by e-mail in lower case. */
export const findEarliestOther = (
  db: Db,
  groupId: string,
  email: string,
): Promise<MemberRow | undefined> =>
  db
    .selectFrom('group_members')
    .select(memberColumns)
    .where('group_id', '=', groupId)
    .where('email', '<>', email)
    .orderBy('added')
    .limit(1)
    .executeTakeFirst();
