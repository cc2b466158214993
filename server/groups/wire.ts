import type { GroupInvite, GroupMember, MyGroup as WireGroup } from '../../contract/index.ts';
import { mapPage, type Page } from '../core/page.ts';
import { maskEmail } from '../text/email-mask.ts';
import type { Invite } from './invites.ts';
import type { MemberRow, MyGroup } from './own-groups.ts';

export const groupToWire = (group: MyGroup): WireGroup => ({
  groupId: group.id,
  groupName: group.name,
  description: group.description,
  isPublic: group.isPublic,
  ownerEmail: maskEmail(group.ownerEmail),
  memberCount: group.memberCount,
  role: group.role,
});

export const inviteToWire = ({ id, token, expiresAt, maxUses }: Invite): GroupInvite => ({
  id,
  token,
  expiresAt: expiresAt.toISOString(),
  maxUses,
});

export const membersToWire = (page: Page<MemberRow & { isOwner: boolean }>): Page<GroupMember> =>
  mapPage(page, ({ memberId, name, email, isOwner }) => ({
    memberId,
    displayName: name ?? 'Leitor Anônimo',
    email: maskEmail(email),
    isOwner,
  }));
