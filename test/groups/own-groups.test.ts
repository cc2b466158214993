import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { type Client, errorCode } from '../public-client.ts';
import { groupActions } from './group-fixtures.ts';

const clock = { now: new Date('2026-03-10T15:00:00Z') };
const app = await startApp({}, { now: () => clock.now });
afterAll(() => app.close());

const { aReader, created, fillWithGroups, invited, membersOf, rolesIn } = groupActions(app);

describe('groups of readers', () => {
  it('are created, joined by invitation, and listed with the role', async () => {
    const [owner, friend] = [await aReader(), await aReader()];
    const group = await created(owner.client);
    expect(group).toMatchObject({
      ownerEmail: `${owner.email.slice(0, 2)}***@exemplo.com.br`,
      memberCount: 1,
      role: 'owner',
    });
    const { token } = await invited(owner.client, group.groupId);
    const joined = await friend.client.joinGroup({ body: { token } });
    expect([joined.status, joined.body]).toMatchObject([
      200,
      { data: { role: 'member', memberCount: 2 } },
    ]);
    expect(await rolesIn(owner.client)).toEqual([[group.groupId, 'owner', 2]]);
    expect(await rolesIn(friend.client)).toEqual([[group.groupId, 'member', 2]]);
    const { status } = await friend.client.getGroupRanking({ params: { groupId: group.groupId } });
    expect(status).toBe(200);
  });

  it('refuse a name with invisible characters', async () => {
    const { client } = await aReader();
    const response = await client.createGroup({ body: { name: 'Clube\u202Egat', isPublic: true } });
    expect([response.status, errorCode(response)]).toEqual([400, 'invalid-request']);
  });

  it('are at most 50 a reader', async () => {
    const { client, email } = await aReader();
    await fillWithGroups(email, 50);
    const refused = await client.createGroup({ body: { name: 'Demais', isPublic: true } });
    expect([refused.status, errorCode(refused)]).toEqual([409, 'too-many-groups']);
    // Groups that a reader is in count, too.
    const owner = await aReader();
    const { groupId } = await created(owner.client);
    const { token } = await invited(owner.client, groupId);
    const late = await client.joinGroup({ body: { token } });
    expect([late.status, errorCode(late)]).toEqual([409, 'too-many-groups']);
    const [first] = await rolesIn(client);
    await client.leaveGroup({ params: { groupId: String(first?.[0]) } });
    expect((await client.joinGroup({ body: { token } })).status).toBe(200);
    const again = await client.createGroup({ body: { name: 'Demais', isPublic: true } });
    expect(errorCode(again)).toBe('too-many-groups');
  });

  it('are listed newest first', async () => {
    const [owner, friend] = [await aReader(), await aReader()];
    const ids: string[] = [];
    for (const { client } of [owner, friend, owner]) {
      clock.now = new Date(clock.now.getTime() + 1_000);
      ids.unshift((await created(client)).groupId);
    }
    const { token } = await invited(friend.client, ids[1] ?? '');
    await owner.client.joinGroup({ body: { token } });
    expect((await rolesIn(owner.client)).map(([id]) => id)).toEqual(ids);
  });

  it('are created and changed field by field', async () => {
    const { client } = await aReader();
    const made = await client.createGroup({ body: { name: 'Clube', description: '   ' } });
    expect(made.body).toMatchObject({ data: { description: null, isPublic: false } });
    const { groupId } = 'data' in made.body ? made.body.data : { groupId: '' };
    const change = async (body: Parameters<typeof client.updateGroup>[0]['body']) => {
      const response = await client.updateGroup({ params: { groupId }, body });
      if (response.status !== 200) throw new Error(`status ${response.status}`);
      const { groupName, description, isPublic } = response.body.data;
      return [groupName, description, isPublic];
    };
    expect(await change({ description: 'Leitores' })).toEqual(['Clube', 'Leitores', false]);
    expect(await change({ isPublic: true })).toEqual(['Clube', 'Leitores', true]);
    expect(await change({ name: 'Novo' })).toEqual(['Novo', 'Leitores', true]);
    expect(await change({ isPublic: false })).toEqual(['Novo', 'Leitores', false]);
    expect(await change({ description: '   ' })).toEqual(['Novo', null, false]);
  });

  it('list their members a page at a time, by the name that rankings show', async () => {
    const owner = await aReader();
    const { groupId } = await created(owner.client);
    const other = await created(owner.client);
    const { token } = await invited(owner.client, groupId);
    const friends = [await aReader('z'), await aReader('a')];
    for (const { client } of friends) await client.joinGroup({ body: { token } });
    await friends[1]?.client.updateMyStreakProfile({ body: { displayName: 'Ana' } });
    const pages = [];
    let cursor: string | null = '0';
    while (cursor !== null && pages.length < 4) {
      const { status, body } = await owner.client.listGroupMembers({
        params: { groupId },
        query: { cursor, limit: '1' },
      });
      if (status !== 200) throw new Error(`status ${status}`);
      pages.push(body.data.items.map(({ memberId: _, ...member }) => member));
      cursor = body.data.nextCursor;
    }
    const shown = ({ email }: { email: string }) => `${email.slice(0, 2)}***@exemplo.com.br`;
    expect(pages).toEqual([
      [{ displayName: 'Leitor Anônimo', email: shown(owner), isOwner: true }],
      [{ displayName: 'Leitor Anônimo', email: shown(friends[0] ?? owner), isOwner: false }],
      [{ displayName: 'Ana', email: shown(friends[1] ?? owner), isOwner: false }],
    ]);
    expect(await membersOf(owner.client, other.groupId)).toHaveLength(1);
  });
});

describe('who may do what with a group', () => {
  const calls: ((client: Client, groupId: string) => Promise<{ status: number }>)[] = [
    (client, groupId) => client.updateGroup({ params: { groupId }, body: { name: 'x' } }),
    (client, groupId) => client.createGroupInvite({ params: { groupId }, body: {} }),
    (client, groupId) => client.revokeGroupInvite({ params: { groupId, inviteId: 1 } }),
    (client, groupId) => client.listGroupMembers({ params: { groupId }, query: {} }),
    (client, groupId) => client.removeGroupMember({ params: { groupId, memberId: 1 } }),
    (client, groupId) => client.deleteGroup({ params: { groupId } }),
  ];

  it('is said by owning it; a private one is not there for strangers', async () => {
    const [owner, member, stranger] = [await aReader(), await aReader(), await aReader()];
    for (const isPublic of [true, false]) {
      const { groupId } = await created(owner.client, isPublic);
      const { token } = await invited(owner.client, groupId);
      await member.client.joinGroup({ body: { token } });
      for (const call of calls) {
        expect((await call(member.client, groupId)).status).toBe(403);
        expect((await call(stranger.client, groupId)).status).toBe(isPublic ? 403 : 404);
      }
    }
  });
});
