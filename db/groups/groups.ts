import { sql } from 'kysely';
import type { Db } from '../connection/database.ts';
import { runPrepared } from '../connection/prepared-statements.ts';

export interface GroupRow {
  id: string;
  name: string;
  description: string | null;
  isPublic: boolean;
  ownerEmail: string;
  createdAt: Date;
}

export const groupColumns = [
  'id',
  'name',
  'description',
  'is_public as isPublic',
  'owner_email as ownerEmail',
  'created_at as createdAt',
] as const;

export const memberCount = sql<number>`(
  select count(*)::integer from group_members counted where counted.group_id = groups.id
)`.as('memberCount');

export interface GroupCursor {
  createdAt: Date;
  id: string;
}

/** Inserts a group without members and returns its id. */
export const insertGroup = async (
  db: Db,
  group: Omit<GroupRow, 'id'>,
): Promise<{ groupId: string }> =>
  db
    .insertInto('groups')
    .values({
      name: group.name,
      description: group.description,
      is_public: group.isPublic,
      owner_email: group.ownerEmail,
      created_at: group.createdAt,
    })
    .returning('id as groupId')
    .executeTakeFirstOrThrow();

/** Finds a group by its id, a UUID. */
export const findGroup = async (db: Db, id: string): Promise<GroupRow | undefined> => {
  const query = db.selectFrom('groups').select(groupColumns).where('id', '=', id);
  const [group] = await runPrepared(db, query.compile());
  return group;
};

/**
 * Finds a group by its id, a UUID. `isPrivateMember` is true if the group is private and the reader, by
 * e-mail in lower case, is a member.
 */
export const findGroupForReader = async (
  db: Db,
  id: string,
  email: string | undefined,
): Promise<(GroupRow & { isPrivateMember: boolean }) | undefined> => {
  const query = db
    .selectFrom('groups')
    .select(groupColumns)
    .select(
      sql<boolean>`case when is_public then false else exists (
        select from group_members m where m.group_id = groups.id and m.email = ${email ?? null}
      ) end`.as('isPrivateMember'),
    )
    .where('id', '=', id);
  const [group] = await runPrepared(db, query.compile());
  return group;
};

/** Groups after the cursor with their member counts, newest first. */
export const listGroups = (
  db: Db,
  page: { after: GroupCursor | undefined; limit: number },
): Promise<(GroupRow & { memberCount: number })[]> =>
  db
    .selectFrom('groups')
    .select([...groupColumns, memberCount])
    .$if(page.after !== undefined, (query) =>
      query.where(
        sql<boolean>`(created_at, id) < (${page.after?.createdAt}::timestamptz, ${page.after?.id}::uuid)`,
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute();

/**
 * Adds members, by e-mail in lower case, in the given order; existing members keep their places. Returns the
 * number of new ones. Violates `group_members_group_id_fkey` if a group does not exist.
 */
export const insertMembers = async (
  db: Db,
  members: readonly { groupId: string; email: string }[],
): Promise<number> => {
  const { numAffectedRows } = await sql`
    insert into group_members (group_id, email)
    select group_id, email
    from unnest(${members.map((member) => member.groupId)}::uuid[], ${members.map((member) => member.email)}::text[])
      with ordinality as given (group_id, email, place)
    order by place
    on conflict do nothing
  `.execute(db);
  return Number(numAffectedRows ?? 0);
};

/** Removes a member from a group; returns false if they were not in it. */
export const deleteMember = async (db: Db, groupId: string, email: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('group_members')
    .where('group_id', '=', groupId)
    .where('email', '=', email)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

/** Of these ids (UUIDs), returns those that no group has. */
export const listMissingGroups = async (db: Db, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select distinct given.id from unnest(${ids}::uuid[]) as given (id)
    where not exists (select from groups where groups.id = given.id)
  `.execute(db);
  return rows.map((row) => row.id);
};
