import type { GroupCursor, GroupRow } from '../../db/groups.ts';
import * as groups from '../../db/groups.ts';
import { type Context, inTransaction } from '../context.ts';
import { AppError, orThrow, refusing } from '../errors.ts';

export type { GroupCursor, GroupRow };

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
const noSuchGroup = { group_members_group_id_fkey: 'group-not-found' } as const;

/** Creates a group. Its owner is no member until added. */
export const createGroup = (
  ctx: Context,
  group: {
    name: string;
    description?: string | undefined;
    isPublic: boolean;
    ownerEmail: string;
  },
): Promise<{ groupId: string }> =>
  groups.insertGroup(ctx.db, {
    ...group,
    description: group.description ?? null,
    createdAt: ctx.now(),
  });

/** @throws AppError `group-not-found`, for any text that is no group's id */
export const getGroup = async (ctx: Context, id: string): Promise<GroupRow> =>
  orThrow(uuid.test(id) ? await groups.findGroup(ctx.db, id) : undefined, 'group-not-found');

/** A page of groups, newest first, and where the next page begins: null after the last one. */
export const listGroups = async (
  ctx: Context,
  page: { after: GroupCursor | undefined; limit: number },
): Promise<{ items: (GroupRow & { memberCount: number })[]; next: GroupCursor | null }> => {
  const rows = await groups.listGroups(ctx.db, { ...page, limit: page.limit + 1 });
  const items = rows.slice(0, page.limit);
  return { items, next: rows.length > page.limit ? (items.at(-1) ?? null) : null };
};

/** Adds a member; whoever is in the group already keeps their place. @throws AppError `group-not-found` */
export const addMember = async (ctx: Context, groupId: string, email: string): Promise<void> => {
  await getGroup(ctx, groupId);
  await refusing(noSuchGroup, () => groups.insertMembers(ctx.db, [{ groupId, email }]));
};

/** Takes a member out of a group. @throws AppError `group-not-found`, `group-member-not-found` */
export const removeMember = async (ctx: Context, groupId: string, email: string): Promise<void> => {
  await getGroup(ctx, groupId);
  if (!(await groups.deleteMember(ctx.db, groupId, email))) {
    throw new AppError('group-member-not-found');
  }
};

/** What became of a batch of members. */
export interface MembersOutcome {
  /** How many were not in their group before. */
  added: number;
  /** Which of the batch, counted from 0, were refused: there is no such group. */
  refused: number[];
}

/** Adds a batch of members in the order given; doing so again changes nothing. Those of no group are left out and told. */
export const importMembers = (
  ctx: Context,
  members: readonly { groupId: string; email: string }[],
): Promise<MembersOutcome> =>
  refusing(noSuchGroup, () =>
    inTransaction(ctx, async ({ db }) => {
      const ids = members.map(({ groupId }) => groupId.toLowerCase());
      const known = new Set(ids.filter((id) => uuid.test(id)));
      for (const missing of await groups.listMissingGroups(db, [...known])) known.delete(missing);
      const accepted = members.filter((_member, index) => known.has(ids[index] ?? ''));
      const refused = ids.flatMap((id, index) => (known.has(id) ? [] : [index]));
      return { added: await groups.insertMembers(db, accepted), refused };
    }),
  );
