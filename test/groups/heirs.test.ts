import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { type Client, errorCode } from '../public-client.ts';
import { groupActions } from './group-fixtures.ts';

const app = await startApp();
afterAll(() => app.close());
const admin = await app.trpc();
const { aReader, created, invited, membersOf, rolesIn } = groupActions(app);

const join = async (groupId: string, owner: Client, ...friends: Client[]) => {
  const { token } = await invited(owner, groupId);
  for (const friend of friends) await friend.joinGroup({ body: { token } });
};
const auditOf = async (groupId: string) => {
  const { items } = await admin.audit.list.query({ target: `group:${groupId}` });
  return items.map(({ action, changes }) => [action, ...changes]);
};

describe('a group whose owner leaves', () => {
  it('passes to the earliest of its other members', async () => {
    const [owner, early, late] = [await aReader('b'), await aReader('c'), await aReader('a')];
    const elsewhere = await aReader();
    // The earliest member of all groups is in another one.
    await created(elsewhere.client);
    const { groupId } = await created(owner.client);
    await join(groupId, owner.client, early.client, late.client);
    const params = { groupId: groupId.toUpperCase() };
    expect((await owner.client.leaveGroup({ params })).status).toBe(200);
    expect(await rolesIn(owner.client)).toEqual([]);
    expect(await rolesIn(early.client)).toEqual([[groupId, 'owner', 2]]);
    expect(await rolesIn(late.client)).toEqual([[groupId, 'member', 2]]);
    expect((await auditOf(groupId))[0]).toEqual(['groups.leave', { field: 'ownerEmail' }]);
    expect((await late.client.leaveGroup({ params: { groupId } })).status).toBe(200);
    expect((await auditOf(groupId))[0]).toEqual(['groups.leave']);
    expect((await early.client.leaveGroup({ params: { groupId } })).status).toBe(200);
    expect((await auditOf(groupId))[0]).toEqual(['groups.delete']);
    await expect(admin.groups.members.query({ groupId })).rejects.toThrow('group-not-found');
  });

  it('stays as it is when a reader leaves who is not in it', async () => {
    const [owner, stranger] = [await aReader(), await aReader()];
    for (const isPublic of [true, false]) {
      const { groupId } = await created(owner.client, isPublic);
      const refused = await stranger.client.leaveGroup({ params: { groupId } });
      expect([refused.status, errorCode(refused)]).toEqual([404, 'group-not-found']);
      expect((await auditOf(groupId)).map(([action]) => action)).toEqual(['groups.create']);
    }
  });
});

describe('an owner who is not a member', () => {
  const aGroupWithout = async (owner: { email: string }, isPublic = false) =>
    admin.groups.create.mutate({ name: 'Clube', isPublic, ownerEmail: owner.email });

  it('edits the group, private or not, and reads the ranking of a private one as its member', async () => {
    for (const isPublic of [true, false]) {
      const owner = await aReader();
      const { groupId } = await aGroupWithout(owner, isPublic);
      const params = { groupId };
      expect(await rolesIn(owner.client)).toEqual([[groupId, 'owner', 0]]);
      const ranking = async () => (await owner.client.getGroupRanking({ params })).status;
      expect(await ranking()).toBe(isPublic ? 200 : 403);
      const { status, body } = await owner.client.updateGroup({ params, body: { name: 'Novo' } });
      expect([status, body]).toMatchObject([200, { data: { groupName: 'Novo', role: 'owner' } }]);
      const { token } = await invited(owner.client, groupId);
      await owner.client.joinGroup({ body: { token } });
      expect(await ranking()).toBe(200);
      expect(await rolesIn(owner.client)).toEqual([[groupId, 'owner', 1]]);
    }
  });

  it('passes the group on by leaving, or ends it', async () => {
    const [owner, friend] = [await aReader(), await aReader()];
    const { groupId } = await aGroupWithout(owner);
    await join(groupId, owner.client, friend.client);
    expect((await owner.client.leaveGroup({ params: { groupId } })).status).toBe(200);
    expect(await rolesIn(friend.client)).toEqual([[groupId, 'owner', 1]]);
    const empty = await aGroupWithout(owner);
    expect((await owner.client.leaveGroup({ params: empty })).status).toBe(200);
    expect(await rolesIn(owner.client)).toEqual([]);
  });
});

describe('the members of another group', () => {
  it('are neither removed nor made owners by their ids', async () => {
    const [owner, other, friend] = [await aReader(), await aReader(), await aReader()];
    const { groupId } = await created(owner.client);
    const theirs = await created(other.client);
    await join(theirs.groupId, other.client, friend.client);
    const memberId = (await membersOf(other.client, theirs.groupId))[1]?.memberId ?? 0;
    const params = { groupId };
    const removed = await owner.client.removeGroupMember({ params: { ...params, memberId } });
    const passed = await owner.client.updateGroup({
      params,
      body: { name: 'Novo', ownerMemberId: memberId },
    });
    for (const response of [removed, passed]) {
      expect([response.status, errorCode(response)]).toEqual([404, 'group-member-not-found']);
    }
    expect(await rolesIn(owner.client)).toEqual([[groupId, 'owner', 1]]);
    expect((await membersOf(other.client, theirs.groupId)).length).toBe(2);
    const { body } = await owner.client.listMyGroups();
    expect(body).toMatchObject({ data: [{ groupName: 'Clube' }] });
  });
});

describe('passing a group on', () => {
  it('keeps the former owner as a member, and leaves no e-mail in the audit trail', async () => {
    const [owner, friend] = [await aReader(), await aReader()];
    const { groupId } = await created(owner.client);
    await join(groupId, owner.client, friend.client);
    const [, heir] = await membersOf(owner.client, groupId);
    const body = { name: 'Novo', isPublic: true, ownerMemberId: heir?.memberId ?? 0 };
    const passed = await owner.client.updateGroup({ params: { groupId }, body });
    expect(passed.body).toMatchObject({
      data: { groupName: 'Novo', isPublic: true, role: 'member', memberCount: 2 },
    });
    expect((await membersOf(friend.client, groupId)).map(({ isOwner }) => isOwner)).toEqual([
      false,
      true,
    ]);
    expect((await auditOf(groupId))[0]).toEqual([
      'groups.update',
      { field: 'name' },
      { field: 'isPublic', before: false, after: true },
      { field: 'ownerEmail' },
    ]);
    expect((await owner.client.deleteGroup({ params: { groupId } })).status).toBe(403);
  });
});
