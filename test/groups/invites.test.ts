import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { type Client, errorCode } from '../public-client.ts';
import { groupActions } from './group-fixtures.ts';

const clock = { now: new Date('2026-03-10T15:00:00Z') };
const app = await startApp({}, { now: () => clock.now });
afterAll(() => app.close());
const { aReader, created, invited } = groupActions(app);

const joining = async (client: Client, token: string) => {
  const response = await client.joinGroup({ body: { token } });
  return response.status === 200 ? 200 : [response.status, errorCode(response)];
};

describe('invitations to groups', () => {
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
    clock.now = new Date(clock.now.getTime() + 3_599_999);
    expect(await join(hour.token)).toBe(200);
    clock.now = new Date(clock.now.getTime() + 1);
    expect(await join(hour.token)).toBe(404);
    const revoked = await invited(owner.client, groupId);
    const params = { groupId, inviteId: revoked.id };
    expect((await owner.client.revokeGroupInvite({ params })).status).toBe(200);
    expect((await owner.client.revokeGroupInvite({ params })).status).toBe(404);
    expect(await join(revoked.token)).toBe(404);
    expect(await join('unknown')).toBe(404);
  });

  it('are not revoked by the owner of another group', async () => {
    const [owner, other, friend] = [await aReader(), await aReader(), await aReader()];
    const { groupId } = await created(owner.client);
    const { id: inviteId, token } = await invited(owner.client, groupId);
    const own = await created(other.client);
    const params = { groupId: own.groupId, inviteId };
    const refused = await other.client.revokeGroupInvite({ params });
    expect([refused.status, errorCode(refused)]).toEqual([404, 'invite-not-found']);
    expect((await friend.client.joinGroup({ body: { token } })).status).toBe(200);
  });

  it('do not let a member in again whom the owner removed', async () => {
    const [owner, member] = [await aReader(), await aReader()];
    const { groupId } = await created(owner.client);
    const { token } = await invited(owner.client, groupId);
    expect(await joining(member.client, token)).toBe(200);
    const { body } = await owner.client.listGroupMembers({ params: { groupId }, query: {} });
    const found = 'data' in body ? body.data.items : [];
    const memberId = found.find(({ isOwner }) => !isOwner)?.memberId ?? 0;
    const params = { groupId, memberId: String(memberId) };
    expect((await owner.client.removeGroupMember({ params })).status).toBe(200);
    expect(await joining(member.client, token)).toEqual([404, 'invite-not-found']);
  });

  it('are at most twenty a group, not counting expired ones', async () => {
    const owner = await aReader();
    const { groupId } = await created(owner.client);
    const inviting = async () => {
      const response = await owner.client.createGroupInvite({ params: { groupId }, body: {} });
      return response.status === 201 ? 201 : [response.status, errorCode(response)];
    };
    // Those of another group do not count.
    await invited(owner.client, (await created(owner.client)).groupId);
    for (let n = 0; n < 19; n += 1) await invited(owner.client, groupId, { expiresInHours: 1 });
    expect(await inviting()).toBe(201);
    expect(await inviting()).toEqual([409, 'too-many-invites']);
    clock.now = new Date(clock.now.getTime() + 3_600_000);
    for (let n = 0; n < 19; n += 1) expect(await inviting()).toBe(201);
    expect(await inviting()).toEqual([409, 'too-many-invites']);
  });

  it('show their token once, and when it expires', async () => {
    const { client } = await aReader();
    const { groupId } = await created(client);
    const expected = {
      id: expect.any(Number),
      token: expect.stringMatching(/^[\w-]{43}$/),
      expiresAt: '2026-03-17T15:00:00.000Z',
      maxUses: null,
    };
    clock.now = new Date('2026-03-10T15:00:00Z');
    expect(await invited(client, groupId)).toEqual(expected);
    expect(await invited(client, groupId, { expiresInHours: 720, maxUses: 3 })).toEqual({
      ...expected,
      expiresAt: '2026-04-09T15:00:00.000Z',
      maxUses: 3,
    });
    for (const body of [{ expiresInHours: 721 }, { maxUses: 0 }]) {
      await expect(invited(client, groupId, body)).rejects.toThrow('400');
    }
  });

  it('are refused by a group of a thousand, except for its members', async () => {
    const [owner, last, late] = [await aReader(), await aReader(), await aReader()];
    const { groupId } = await created(owner.client);
    const admin = await app.trpc();
    const members = Array.from({ length: 998 }, (_, n) => ({ groupId, email: `m${n}@x.com` }));
    await admin.groups.importMembers.mutate({ members });
    const { token } = await invited(owner.client, groupId);
    expect(await joining(last.client, token)).toBe(200);
    expect(await joining(late.client, token)).toEqual([409, 'group-full']);
    expect(await joining(last.client, token)).toBe(200);
    await admin.groups.removeMember.mutate({ groupId, email: 'm7@x.com' });
    // Whom an administrator removes may know the invitations, too.
    expect(await joining(late.client, token)).toEqual([404, 'invite-not-found']);
    const again = await invited(owner.client, groupId);
    expect(await joining(late.client, again.token)).toBe(200);
  });

  it('leave their ids in the audit trail, without tokens', async () => {
    const [owner, friend] = [await aReader(), await aReader()];
    const { groupId } = await created(owner.client);
    const { id, token } = await invited(owner.client, groupId);
    for (const _ of [1, 2]) await joining(friend.client, token);
    await owner.client.revokeGroupInvite({ params: { groupId, inviteId: id } });
    const { items } = await (await app.trpc()).audit.list.query({ target: `group:${groupId}` });
    expect(items.slice(0, -1).map(({ action, changes }) => [action, ...changes])).toEqual([
      ['groups.revokeInvite', { field: 'invite', before: id }],
      ['groups.join'],
      ['groups.invite', { field: 'invite', after: id }],
    ]);
  });
});
