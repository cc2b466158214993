import type { Client } from '../public-client.ts';

/** A mutating route: the name of its act, and how to perform it. */
export interface PublicAct {
  act: string;
  perform: (by: Client) => Promise<unknown>;
}

const aGroupOf = async (by: Client): Promise<{ groupId: string }> => {
  const { status, body } = await by.createGroup({ body: { name: 'Clube', isPublic: false } });
  if (status !== 201) throw new Error(`status ${status}`);
  return { groupId: body.data.groupId };
};

const anInviteOf = async (by: Client, params: { groupId: string }) => {
  const { status, body } = await by.createGroupInvite({ params, body: {} });
  if (status !== 201) throw new Error(`status ${status}`);
  return body.data;
};

/** The mutating routes of readers' groups and streaks; `friend` gives a reader who is somebody else. */
export const readerActs = (friend: () => Promise<Client>): Record<string, PublicAct> => {
  const aFriendIn = async (by: Client, params: { groupId: string }): Promise<void> => {
    const { token } = await anInviteOf(by, params);
    await (await friend()).joinGroup({ body: { token } });
  };
  return {
    createGroup: { act: 'groups.create', perform: aGroupOf },
    updateGroup: {
      act: 'groups.update',
      perform: async (by) =>
        by.updateGroup({ params: await aGroupOf(by), body: { name: 'Clube da tarde' } }),
    },
    deleteGroup: {
      act: 'groups.delete',
      perform: async (by) => by.deleteGroup({ params: await aGroupOf(by) }),
    },
    createGroupInvite: {
      act: 'groups.invite',
      perform: async (by) => anInviteOf(by, await aGroupOf(by)),
    },
    revokeGroupInvite: {
      act: 'groups.revokeInvite',
      perform: async (by) => {
        const params = await aGroupOf(by);
        const { id } = await anInviteOf(by, params);
        return by.revokeGroupInvite({ params: { ...params, inviteId: id } });
      },
    },
    joinGroup: {
      act: 'groups.join',
      perform: async (by) => {
        const owner = await friend();
        const { token } = await anInviteOf(owner, await aGroupOf(owner));
        return by.joinGroup({ body: { token } });
      },
    },
    leaveGroup: {
      act: 'groups.leave',
      perform: async (by) => {
        const params = await aGroupOf(by);
        await aFriendIn(by, params);
        return by.leaveGroup({ params });
      },
    },
    removeGroupMember: {
      act: 'groups.removeMember',
      perform: async (by) => {
        const params = await aGroupOf(by);
        await aFriendIn(by, params);
        const { status, body } = await by.listGroupMembers({ params, query: {} });
        const member = status === 200 && body.data.items.find(({ isOwner }) => !isOwner);
        if (!member) throw new Error('no member');
        return by.removeGroupMember({ params: { ...params, memberId: member.memberId } });
      },
    },
    updateMyStreakProfile: {
      act: 'streaks.updateProfile',
      perform: (by) => by.updateMyStreakProfile({ body: { displayName: 'Leitora' } }),
    },
  };
};
