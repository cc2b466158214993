import * as groups from '../../db/groups/groups.ts';
import type { MemberRow, OwnGroupRow } from '../../db/groups/members.ts';
import * as membership from '../../db/groups/members.ts';
import { fieldChanges } from '../audit/service.ts';
import {
  type Context,
  inTransaction,
  readFromReplica,
  requireEmail,
  type TxContext,
} from '../core/context.ts';
import { AppError, orThrow } from '../core/errors.ts';
import { getPage, mapPage, type Page } from '../core/page.ts';
import { isUuid } from '../text/uuid.ts';
import { recordGroupAct, removeFrom } from './group-act.ts';

export type { MemberRow };

export type MyGroup = OwnGroupRow & { role: 'owner' | 'member' };

/**
 * The maximum of groups that a reader owns or is in, and of members of a group
 * (docs/behaviour/streaks.md#groups).
 */
export const limits = { groupsPerReader: 50, membersPerGroup: 1_000 };

/**
 * Lists the groups that the caller owns or is in, newest first.
 * @throws AppError `invalid-token` without an e-mail
 */
export const listMyGroups = async (ctx: Context): Promise<MyGroup[]> => {
  requireEmail(ctx);
  const { email } = ctx.actor;
  const found = await readFromReplica(ctx, (db) => membership.listGroupsOf(db, email));
  return found.map((group) => withRole(group, email));
};

export const withRole = (group: OwnGroupRow, email: string): MyGroup => ({
  ...group,
  role: group.ownerEmail === email ? 'owner' : 'member',
});

/** Creates a group; the caller owns it and is its first member. @throws AppError `too-many-groups` */
export const createMyGroup = async (
  ctx: Context,
  group: { name: string; description?: string | undefined; isPublic: boolean },
): Promise<MyGroup> => {
  requireEmail(ctx);
  const { email } = ctx.actor;
  return inTransaction(ctx, async (tx) => {
    await requireRoomFor(tx, email);
    const { groupId } = await groups.insertGroup(tx.db, {
      ...group,
      description: group.description || null,
      ownerEmail: email,
      createdAt: tx.now(),
    });
    await groups.insertMembers(tx.db, [{ groupId, email }]);
    await recordGroupAct(
      tx,
      'create',
      groupId,
      fieldChanges(undefined, group, { references: ['name', 'description'] }),
    );
    return getOwn(tx, groupId, email);
  });
};

/**
 * Refuses a caller who already has the maximum of groups. Until the transaction ends, the caller cannot
 * create or join another one.
 * @throws AppError `too-many-groups`
 */
export const requireRoomFor = async (tx: TxContext, email: string): Promise<void> => {
  await membership.lockGroupsOf(tx.db, email);
  const own = await membership.listGroupsOf(tx.db, email);
  if (own.length >= limits.groupsPerReader) throw new AppError('too-many-groups');
};

/** Returns the caller's group as the transaction sees it. */
export const getOwn = async (tx: TxContext, groupId: string, email: string): Promise<MyGroup> =>
  withRole(orThrow(await membership.lockGroup(tx.db, groupId, email), 'group-not-found'), email);

/**
 * Locks a group that the caller owns; a private group of others counts as not found.
 * @throws AppError `group-not-found`, `forbidden`
 */
export const lockOwned = async (
  tx: TxContext,
  groupId: string,
  email: string,
): Promise<OwnGroupRow> => {
  const group = await lockVisible(tx, groupId, email);
  if (group.ownerEmail !== email) throw new AppError('forbidden');
  return group;
};

const lockVisible = async (tx: TxContext, groupId: string, email: string) => {
  const group = isUuid(groupId) ? await membership.lockGroup(tx.db, groupId, email) : undefined;
  if (!group || !(group.isPublic || group.isMember || group.ownerEmail === email)) {
    throw new AppError('group-not-found');
  }
  return group;
};

/**
 * Changes the given fields of the caller's group; null or a blank text removes the description.
 * @throws AppError `group-not-found`, `forbidden`, `group-member-not-found`
 */
export const updateMyGroup = async (
  ctx: Context,
  groupId: string,
  {
    ownerMemberId,
    ...given
  }: Omit<membership.GroupChanges, 'ownerEmail'> & { ownerMemberId?: number | undefined },
): Promise<MyGroup> => {
  requireEmail(ctx);
  const { email } = ctx.actor;
  const changes = { ...given, ...(given.description?.trim() === '' && { description: null }) };
  return inTransaction(ctx, async (tx) => {
    const before = await lockOwned(tx, groupId, email);
    const heir =
      ownerMemberId === undefined
        ? undefined
        : orThrow(
            await membership.findMember(tx.db, before.id, ownerMemberId),
            'group-member-not-found',
          );
    await membership.updateGroup(tx.db, before.id, { ...changes, ownerEmail: heir?.email });
    await recordGroupAct(tx, 'update', before.id, [
      ...fieldChanges(before, changes, { references: ['name', 'description'] }),
      ...(heir ? [{ field: 'ownerEmail' }] : []),
    ]);
    return getOwn(tx, before.id, email);
  });
};

/** Deletes the caller's group. @throws AppError `group-not-found`, `forbidden` */
export const deleteMyGroup = async (ctx: Context, groupId: string): Promise<void> => {
  requireEmail(ctx);
  const { email } = ctx.actor;
  await inTransaction(ctx, async (tx) => {
    const { id } = await lockOwned(tx, groupId, email);
    await membership.deleteGroup(tx.db, id);
    await recordGroupAct(tx, 'delete', id);
  });
};

/** Lists a page of members of the caller's group. @throws AppError `group-not-found`, `forbidden` */
export const listGroupMembers = async (
  ctx: Context,
  groupId: string,
  { cursor, limit }: { cursor: number; limit: number },
): Promise<Page<MemberRow & { isOwner: boolean }>> => {
  requireEmail(ctx);
  const { email } = ctx.actor;
  return inTransaction(ctx, async (tx) => {
    const { id, ownerEmail } = await lockOwned(tx, groupId, email);
    const page = await getPage(
      limit,
      (most) => membership.listMembers(tx.db, id, { after: cursor, limit: most }),
      ({ memberId }) => String(memberId),
    );
    return mapPage(page, (member) => ({ ...member, isOwner: member.email === ownerEmail }));
  });
};

/**
 * Removes a member from the caller's group, and revokes its invitations: the member may know one.
 * @throws AppError `group-not-found`, `forbidden`, `group-member-not-found`
 */
export const removeGroupMember = async (
  ctx: Context,
  groupId: string,
  memberId: number,
): Promise<void> => {
  requireEmail(ctx);
  const { email } = ctx.actor;
  await inTransaction(ctx, async (tx) => {
    const { id } = await lockOwned(tx, groupId, email);
    const member = orThrow(
      await membership.findMember(tx.db, id, memberId),
      'group-member-not-found',
    );
    await removeFrom(tx, id, member.email);
  });
};

/**
 * Removes the caller from a group. If the owner leaves, the earliest other member becomes the owner; without
 * one the group is deleted.
 * @throws AppError `group-not-found`, also for a group that the caller is not in
 */
export const leaveGroup = async (ctx: Context, groupId: string): Promise<void> => {
  requireEmail(ctx);
  const { email } = ctx.actor;
  await inTransaction(ctx, async (tx) => {
    const group = await lockVisible(tx, groupId, email);
    const isOwner = group.ownerEmail === email;
    if (!group.isMember && !isOwner) throw new AppError('group-not-found');
    const heir = isOwner ? await membership.findEarliestOther(tx.db, group.id, email) : undefined;
    if (isOwner && !heir) {
      await membership.deleteGroup(tx.db, group.id);
    } else {
      if (heir) await membership.updateGroup(tx.db, group.id, { ownerEmail: heir.email });
      await groups.deleteMember(tx.db, group.id, email);
    }
    const verb = isOwner && !heir ? 'delete' : 'leave';
    await recordGroupAct(tx, verb, group.id, heir ? [{ field: 'ownerEmail' }] : []);
  });
};
