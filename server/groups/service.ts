import type { GroupCursor, GroupRow } from '../../db/groups/groups.ts';
import * as groups from '../../db/groups/groups.ts';
import type { MemberRow } from '../../db/groups/members.ts';
import * as membership from '../../db/groups/members.ts';
import { fieldChanges } from '../audit/service.ts';
import {
  type Context,
  inTransaction,
  readFromReplica,
  requireRole,
  type TxContext,
} from '../core/context.ts';
import { AppError, mapConstraintErrors, orThrow } from '../core/errors.ts';
import { getPage, type Page } from '../core/page.ts';
import { isUuid } from '../text/uuid.ts';
import { recordGroupAct, removeFrom } from './group-act.ts';
import type { ImportOutcome } from './outputs.ts';

export type { GroupCursor, GroupRow };

/** Personal fields of a group; the audit trail has no values of them. */
const personalFields = ['name', 'description', 'ownerEmail'] as const;
const missingGroup = { group_members_group_id_fkey: 'group-not-found' } as const;

/** Creates a group for an owner, who is no member until added. */
export const createGroup = async (
  ctx: Context,
  group: {
    name: string;
    description?: string | undefined;
    isPublic: boolean;
    ownerEmail: string;
  },
): Promise<{ groupId: string }> => {
  requireRole(ctx, 'admin');
  return inTransaction(ctx, async (tx) => {
    const { groupId } = await groups.insertGroup(tx.db, {
      ...group,
      description: group.description ?? null,
      createdAt: ctx.now(),
    });
    await recordGroupAct(
      tx,
      'create',
      groupId,
      fieldChanges(undefined, group, { references: personalFields }),
    );
    return { groupId };
  });
};

/** Returns a group. @throws AppError `forbidden`; `group-not-found`, for any text that is not a group's id */
export const getGroup = async (ctx: Context, id: string): Promise<GroupRow> => {
  requireRole(ctx, 'admin');
  return orThrow(isUuid(id) ? await groups.findGroup(ctx.db, id) : undefined, 'group-not-found');
};

/**
 * Returns a group that the caller may read: a public one, or a private one that they are a member of.
 * @throws AppError `forbidden`, `group-not-found`, `group-forbidden`
 */
export const getReadableGroup = async (ctx: Context, id: string): Promise<GroupRow> => {
  requireRole(ctx, 'reader');
  const email = ctx.actor.kind === 'person' ? ctx.actor.email : undefined;
  const group = orThrow(
    isUuid(id) ? await groups.findGroupForReader(ctx.db, id, email) : undefined,
    'group-not-found',
  );
  if (group.isPublic || group.isPrivateMember) return group;
  throw new AppError('group-forbidden');
};

/** Lists a page of groups, newest first, with the next cursor (null on the last page). */
export const listGroups = async (
  ctx: Context,
  page: { after: GroupCursor | undefined; limit: number },
): Promise<Page<GroupRow & { memberCount: number }>> => {
  requireRole(ctx, 'admin');
  return getPage(
    page.limit,
    (limit) => readFromReplica(ctx, (db) => groups.listGroups(db, { ...page, limit })),
    ({ createdAt, id }) => `${createdAt.toISOString()}_${id}`,
  );
};

/**
 * Changes the given fields of a group; null removes the description.
 * @throws AppError `forbidden`, `group-not-found`
 */
export const updateGroup = async (
  ctx: Context,
  groupId: string,
  changes: membership.GroupChanges,
): Promise<GroupRow> => {
  requireRole(ctx, 'admin');
  return inTransaction(ctx, async (tx) => {
    const before = await getGroup(tx, groupId);
    const differing = fieldChanges<Partial<GroupRow>>(before, changes, {
      references: personalFields,
    });
    if (differing.length === 0) return before;
    await membership.updateGroup(tx.db, before.id, changes);
    await recordGroupAct(tx, 'update', before.id, differing);
    return getGroup(tx, before.id);
  });
};

/**
 * Lists a page of a group's members in the order of joining. @throws AppError `forbidden`, `group-not-found`
 */
export const listMembers = async (
  ctx: Context,
  groupId: string,
  { after, limit }: { after: number; limit: number },
): Promise<Page<MemberRow>> => {
  requireRole(ctx, 'admin');
  const { id } = await getGroup(ctx, groupId);
  return getPage(
    limit,
    (most) => membership.listMembers(ctx.db, id, { after, limit: most }),
    ({ memberId }) => String(memberId),
  );
};

/** Adds a member; an existing one keeps their place. @throws AppError `forbidden`, `group-not-found` */
export const addMember = async (ctx: Context, groupId: string, email: string): Promise<void> => {
  requireRole(ctx, 'admin');
  const { id } = await getGroup(ctx, groupId);
  await mapConstraintErrors(missingGroup, () =>
    inTransaction(ctx, async (tx) => {
      const added = await groups.insertMembers(tx.db, [{ groupId: id, email }]);
      if (added > 0) await recordGroupAct(tx, 'addMember', id, [{ field: 'member' }]);
    }),
  );
};

/**
 * Removes a member and revokes the group's invitations.
 * @throws AppError `forbidden`, `group-not-found`, `group-member-not-found`
 */
export const removeMember = async (ctx: Context, groupId: string, email: string): Promise<void> => {
  requireRole(ctx, 'admin');
  const { id } = await getGroup(ctx, groupId);
  await inTransaction(ctx, async (tx) => {
    await removeFrom(tx, id, email);
  });
};

type Member = { groupId: string; email: string };

const idsOf = (members: readonly Member[]): Set<string> =>
  new Set(members.map(({ groupId }) => groupId.toLowerCase()));

/** How many members one transaction of an import adds; new readers wait for its lock. */
const importStep = 100;

/**
 * Adds a batch of members in the given order, a hundred in each transaction; repeating it changes nothing. A
 * dry run writes nothing.
 */
export const importMembers = async (
  ctx: Context,
  members: readonly Member[],
  { dryRun }: { dryRun?: boolean | undefined } = {},
): Promise<ImportOutcome> => {
  requireRole(ctx, 'admin');
  const ids = members.map(({ groupId }) => groupId.toLowerCase());
  const known = new Set(ids.filter(isUuid));
  for (const missing of await groups.listMissingGroups(ctx.db, [...known])) known.delete(missing);
  const accepted = members.filter((_member, index) => known.has(ids[index] ?? ''));
  const recorded = new Set<string>();
  const refused = ids.flatMap((id, index) => (known.has(id) ? [] : [index]));
  const add = async (tx: TxContext, step: typeof accepted) => {
    for (const id of idsOf(step)) {
      if (recorded.has(id)) continue;
      await recordGroupAct(tx, 'importMembers', id, [{ field: 'members' }]);
    }
    return groups.insertMembers(tx.db, step);
  };
  let added = 0;
  for (let from = 0; from < accepted.length; from += importStep) {
    const step = accepted.slice(from, from + importStep);
    added += await mapConstraintErrors(missingGroup, () =>
      inTransaction(ctx, (tx) => add(tx, step), { dryRun }),
    );
    for (const id of idsOf(step)) recorded.add(id);
  }
  return { added, refused };
};
