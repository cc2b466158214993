import { createHash, randomBytes } from 'node:crypto';
import * as groups from '../../db/groups/groups.ts';
import * as invites from '../../db/groups/invites.ts';
import * as membership from '../../db/groups/members.ts';
import { hourMs } from '../core/civil-time.ts';
import { type Context, inTransaction, requireEmail } from '../core/context.ts';
import { AppError, orThrow } from '../core/errors.ts';
import { recordGroupAct } from './group-act.ts';
import { getOwn, limits, lockOwned, type MyGroup, requireRoomFor } from './own-groups.ts';

const tokenBytes = 32;
const invitesPerGroup = 20;

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** An invitation with its token; only the token's hash is stored. */
export interface Invite {
  id: number;
  token: string;
  expiresAt: Date;
  maxUses: number | null;
}

/**
 * Invites people to the caller's group.
 * @throws AppError `group-not-found`, `forbidden`, `too-many-invites`
 */
export const createGroupInvite = async (
  ctx: Context,
  groupId: string,
  {
    expiresInHours,
    maxUses = null,
  }: { expiresInHours: number; maxUses?: number | null | undefined },
): Promise<Invite> => {
  requireEmail(ctx);
  const { email } = ctx.actor;
  const token = randomBytes(tokenBytes).toString('base64url');
  const createdAt = ctx.now();
  const expiresAt = new Date(createdAt.getTime() + expiresInHours * hourMs);
  return inTransaction(ctx, async (tx) => {
    const group = await lockOwned(tx, groupId, email);
    if ((await invites.countInvites(tx.db, group.id, createdAt)) >= invitesPerGroup) {
      throw new AppError('too-many-invites');
    }
    const tokenHash = hashOf(token);
    const invite = { groupId: group.id, tokenHash, expiresAt, maxUses, createdAt };
    const id = await invites.insertInvite(tx.db, invite);
    await recordGroupAct(tx, 'invite', group.id, [{ field: 'invite', after: id }]);
    return { id, token, expiresAt, maxUses };
  });
};

/**
 * Revokes an invitation to the caller's group.
 * @throws AppError `group-not-found`, `forbidden`, `invite-not-found`
 */
export const revokeGroupInvite = async (
  ctx: Context,
  groupId: string,
  inviteId: number,
): Promise<void> => {
  requireEmail(ctx);
  const { email } = ctx.actor;
  await inTransaction(ctx, async (tx) => {
    const group = await lockOwned(tx, groupId, email);
    if (!(await invites.deleteInvite(tx.db, group.id, inviteId))) {
      throw new AppError('invite-not-found');
    }
    await recordGroupAct(tx, 'revokeInvite', group.id, [{ field: 'invite', before: inviteId }]);
  });
};

/**
 * Adds the caller to the group of an invitation. A caller who is already a member changes nothing and uses
 * up no invitation.
 * @throws AppError `invite-not-found` (unknown, expired, revoked or used up), `group-full`,
 * `too-many-groups`
 */
export const joinGroup = async (ctx: Context, token: string): Promise<MyGroup> => {
  requireEmail(ctx);
  const { email } = ctx.actor;
  return inTransaction(ctx, async (tx) => {
    const findInvite = async () =>
      orThrow(await invites.findInvite(tx.db, hashOf(token)), 'invite-not-found');
    const { groupId } = await findInvite();
    const group = orThrow(await membership.lockGroup(tx.db, groupId, email), 'invite-not-found');
    const invite = await findInvite();
    if (invite.expiresAt <= tx.now()) throw new AppError('invite-not-found');
    if (!group.isMember) {
      if (invite.maxUses !== null && invite.uses >= invite.maxUses) {
        throw new AppError('invite-not-found');
      }
      if (group.memberCount >= limits.membersPerGroup) throw new AppError('group-full');
      await requireRoomFor(tx, email);
      await groups.insertMembers(tx.db, [{ groupId: group.id, email }]);
      await invites.useInvite(tx.db, invite.id);
      await recordGroupAct(tx, 'join', group.id);
    }
    return getOwn(tx, group.id, email);
  });
};
