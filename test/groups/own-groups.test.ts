import { afterAll, describe, expect, it } from 'vitest';
import { type Client, errorCode } from '../../contract/index.ts';
import { startApp } from '../harness.ts';

const clock = { now: new Date('2026-03-10T15:00:00Z') };
const app = await startApp({}, { now: () => clock.now });
afterAll(() => app.close());
const expiresAt = new Date('2040-01-01');

const aReader = async () => {
  const email = `${crypto.randomUUID()}@exemplo.com.br`;
  return { email, client: await app.client({ email, expiresAt }) };
};

const created = async (client: Client, isPublic = false) => {
  const { status, body } = await client.createGroup({ body: { name: 'Clube', isPublic } });
  if (status !== 201) throw new Error(`status ${status}`);
  return body.data;
};

const invited = async (client: Client, groupId: string, body = {}) => {
  const response = await client.createGroupInvite({ params: { groupId }, body });
  if (response.status !== 201) throw new Error(`status ${response.status}`);
  return response.body.data;
};

const membersOf = async (client: Client, groupId: string) => {
  const { status, body } = await client.listGroupMembers({ params: { groupId }, query: {} });
  if (status !== 200) throw new Error(`status ${status}`);
  return body.data.items;
};

const rolesIn = async (client: Client) => {
  const { status, body } = await client.listMyGroups();
  if (status !== 200) throw new Error(`status ${status}`);
  return body.data.map((group) => [group.groupId, group.role, group.memberCount]);
};

describe('groups of readers', () => {
  it('are created, joined by invitation, and listed with the role', async () => {
    const [owner, friend] = [await aReader(), await aReader()];
    const group = await created(owner.client);
    expect(group).toMatchObject({
      groupName: 'Clube',
      isPublic: false,
      role: 'owner',
      memberCount: 1,
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

  it.each(['Clube\u202Egat', '\u001b[31mClube', '\u200b'])('refuse the name %j', async (name) => {
    const { client } = await aReader();
    const answer = await client.createGroup({ body: { name, isPublic: true } });
    expect([answer.status, errorCode(answer)]).toEqual([400, 'invalid-request']);
  });

  it('accept a token until it expires, is used up or revoked', async () => {
    const owner = await aReader();
    const { groupId } = await created(owner.client);
    const join = async (token: string, reader?: { client: Client }) =>
      (await (reader ?? (await aReader())).client.joinGroup({ body: { token } })).status;
    const once = await invited(owner.client, groupId, { maxUses: 1 });
    const first = await aReader();
    expect(await join(once.token, first)).toBe(200);
    expect(await join(once.token, first)).toBe(200);
    expect(await join(once.token)).toBe(404);
    const hour = await invited(owner.client, groupId, { expiresInHours: 1 });
    clock.now = new Date(clock.now.getTime() + 3_600_000);
    expect(await join(hour.token)).toBe(404);
    const revoked = await invited(owner.client, groupId);
    const params = { groupId, inviteId: revoked.id };
    expect((await owner.client.revokeGroupInvite({ params })).status).toBe(200);
    expect((await owner.client.revokeGroupInvite({ params })).status).toBe(404);
    expect(await join(revoked.token)).toBe(404);
    expect(await join('unknown')).toBe(404);
  });

  it('are invited to until their own owner revokes the invitation, not that of another group', async () => {
    const [owner, other, friend] = [await aReader(), await aReader(), await aReader()];
    const { groupId } = await created(owner.client);
    const { id: inviteId, token } = await invited(owner.client, groupId);
    const own = await created(other.client);
    const params = { groupId: own.groupId, inviteId };
    const refused = await other.client.revokeGroupInvite({ params });
    expect([refused.status, errorCode(refused)]).toEqual([404, 'invite-not-found']);
    expect((await friend.client.joinGroup({ body: { token } })).status).toBe(200);
  });

  it('have twenty invitations at most, those that have expired not counted', async () => {
    const owner = await aReader();
    const { groupId } = await created(owner.client);
    const inviting = async () => {
      const response = await owner.client.createGroupInvite({ params: { groupId }, body: {} });
      return response.status === 201 ? 201 : [response.status, errorCode(response)];
    };
    for (let n = 0; n < 19; n += 1) await invited(owner.client, groupId, { expiresInHours: 1 });
    expect(await inviting()).toBe(201);
    expect(await inviting()).toEqual([409, 'too-many-invites']);
    clock.now = new Date(clock.now.getTime() + 3_600_000);
    for (let n = 0; n < 19; n += 1) expect(await inviting()).toBe(201);
    expect(await inviting()).toEqual([409, 'too-many-invites']);
  });

  it('let two readers share the last use of a token only once', async () => {
    const owner = await aReader();
    const { groupId } = await created(owner.client);
    const { token } = await invited(owner.client, groupId, { maxUses: 1 });
    const readers = await Promise.all(Array.from({ length: 5 }, aReader));
    const statuses = await Promise.all(
      readers.map(async ({ client }) => (await client.joinGroup({ body: { token } })).status),
    );
    expect(statuses.sort()).toEqual([200, 404, 404, 404, 404]);
  });

  it('show their members to the owner, who removes them', async () => {
    const [owner, friend] = [await aReader(), await aReader()];
    const { groupId } = await created(owner.client);
    const { token } = await invited(owner.client, groupId);
    await friend.client.joinGroup({ body: { token } });
    const members = await membersOf(owner.client, groupId);
    expect(members).toMatchObject([
      { isOwner: true, email: `${owner.email.slice(0, 2)}***@exemplo.com.br` },
      { isOwner: false, displayName: 'Leitor Anônimo' },
    ]);
    const params = { groupId, memberId: members[1]?.memberId ?? 0 };
    expect((await owner.client.removeGroupMember({ params })).status).toBe(200);
    expect(errorCode(await owner.client.removeGroupMember({ params }))).toBe(
      'group-member-not-found',
    );
    expect((await friend.client.getGroupRanking({ params: { groupId } })).status).toBe(403);
  });

  it('pass to a member, by choice or when the owner leaves, and end with the last one', async () => {
    const readers = await Promise.all(Array.from({ length: 3 }, aReader));
    const [first, second, third] = readers.map(({ client }) => client);
    if (!first || !second || !third) throw new Error('unreachable');
    const { groupId } = await created(first);
    const { token } = await invited(first, groupId);
    await second.joinGroup({ body: { token } });
    await third.joinGroup({ body: { token } });
    const members = await membersOf(first, groupId);
    const ownerMemberId = members[2]?.memberId ?? 0;
    const passed = await first.updateGroup({
      params: { groupId },
      body: { ownerMemberId, name: 'Novo' },
    });
    expect(passed.body).toMatchObject({ data: { role: 'member', groupName: 'Novo' } });
    expect(await rolesIn(third)).toEqual([[groupId, 'owner', 3]]);
    expect((await third.leaveGroup({ params: { groupId } })).status).toBe(200);
    expect(await rolesIn(first)).toEqual([[groupId, 'owner', 2]]);
    await first.leaveGroup({ params: { groupId } });
    await second.leaveGroup({ params: { groupId } });
    expect((await second.getGroupRanking({ params: { groupId } })).status).toBe(404);
  });

  it('are at most 50 a reader', async () => {
    const { client } = await aReader();
    for (let count = 0; count < 50; count += 1) await created(client, true);
    const refused = await client.createGroup({ body: { name: 'Demais', isPublic: true } });
    expect([refused.status, errorCode(refused)]).toEqual([409, 'too-many-groups']);
  });

  it('leave an audit trail without e-mails and tokens', async () => {
    const owner = await aReader();
    const { groupId } = await created(owner.client);
    const { token } = await invited(owner.client, groupId);
    await (await aReader()).client.joinGroup({ body: { token } });
    const admin = await app.trpc({ role: 'admin', expiresAt });
    const { items } = await admin.audit.list.query({ target: `group:${groupId}` });
    expect(items.map((item) => item.action)).toEqual([
      'groups.join',
      'groups.invite',
      'groups.create',
    ]);
    expect(JSON.stringify(items.map((item) => item.changes))).not.toMatch(/@|token/);
  });
});

describe('who may do what with a group', () => {
  const calls: Record<string, (client: Client, groupId: string) => Promise<{ status: number }>> = {
    updateGroup: (client, groupId) =>
      client.updateGroup({ params: { groupId }, body: { name: 'x' } }),
    createGroupInvite: (client, groupId) =>
      client.createGroupInvite({ params: { groupId }, body: {} }),
    revokeGroupInvite: (client, groupId) =>
      client.revokeGroupInvite({ params: { groupId, inviteId: 1 } }),
    listGroupMembers: (client, groupId) =>
      client.listGroupMembers({ params: { groupId }, query: {} }),
    removeGroupMember: (client, groupId) =>
      client.removeGroupMember({ params: { groupId, memberId: 1 } }),
    deleteGroup: (client, groupId) => client.deleteGroup({ params: { groupId } }),
  };

  it.each(Object.entries(calls))('%s is for the owner', async (_, call) => {
    const [owner, member, stranger] = [await aReader(), await aReader(), await aReader()];
    const admin = await app.client({ role: 'admin', expiresAt });
    for (const isPublic of [true, false]) {
      const { groupId } = await created(owner.client, isPublic);
      const { token } = await invited(owner.client, groupId);
      await member.client.joinGroup({ body: { token } });
      expect((await call(app.anonymous, groupId)).status).toBe(401);
      expect((await call(member.client, groupId)).status).toBe(403);
      // A private group of others is not there.
      for (const client of [stranger.client, admin]) {
        expect((await call(client, groupId)).status).toBe(isPublic ? 403 : 404);
      }
      expect((await call(stranger.client, crypto.randomUUID())).status).toBe(404);
      expect((await call(stranger.client, 'nenhum')).status).toBe(404);
      expect([200, 201, 404]).toContain((await call(owner.client, groupId)).status);
    }
  });

  it.each(['listMyGroups', 'createGroup', 'joinGroup', 'leaveGroup'] as const)(
    '%s needs a token',
    async (name) => {
      const { anonymous } = app;
      const { status } = await {
        listMyGroups: () => anonymous.listMyGroups(),
        createGroup: () => anonymous.createGroup({ body: { name: 'x' } }),
        joinGroup: () => anonymous.joinGroup({ body: { token: 'x' } }),
        leaveGroup: () => anonymous.leaveGroup({ params: { groupId: 'x' } }),
      }[name]();
      expect(status).toBe(401);
    },
  );
});
