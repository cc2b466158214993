import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';

let now = new Date('2026-03-10T15:00:00Z');
const app = await startApp({}, { now: () => now });
afterAll(() => app.close());
const internal = await app.trpc();

const nobody = '00000000-0000-4000-8000-000000000000';
const create = (name: string) =>
  internal.groups.create.mutate({ name, isPublic: true, ownerEmail: 'Dona@Exemplo.com.br' });
const members = async (groupId: string) => {
  const { ranking } = await internal.groups.ranking.query({ groupId });
  return ranking.map((entry) => entry.email.slice(0, 2));
};
const auditOf = async (groupId: string) => {
  const { items } = await internal.audit.list.query({ target: `group:${groupId}` });
  return items.map(({ action, changes }) => [action, ...changes]);
};
const failsWith = (errorCode: string) => ({ data: { errorCode } });

describe('groups', () => {
  it('lists groups newest first, a page at a time', async () => {
    const ids = [];
    for (const name of ['a', 'b', 'c']) {
      now = new Date(now.getTime() + 1_000);
      ids.unshift((await create(name)).groupId);
    }
    const first = await internal.groups.list.query({ limit: 2 });
    expect(first.items).toMatchObject([
      { groupId: ids[0], name: 'c', ownerEmail: 'dona@exemplo.com.br', memberCount: 0 },
      { groupId: ids[1], name: 'b', description: null, isPublic: true },
    ]);
    expect(first.items.map(({ createdAt }) => createdAt)).toEqual([
      ...[0, 1_000].map((ago) => new Date(now.getTime() - ago).toISOString()),
    ]);
    const second = await internal.groups.list.query({ limit: 2, cursor: first.nextCursor ?? '' });
    expect(second.items[0]?.groupId).toBe(ids[2]);
    const all = await internal.groups.list.query({ limit: 100 });
    expect(all.items.slice(0, 3).map((group) => group.groupId)).toEqual(ids);
    expect(all.nextCursor).toBeNull();
  });

  it('lists groups of the same moment once each, a page at a time', async () => {
    now = new Date(now.getTime() + 1_001);
    const ids = [];
    for (const name of ['d', 'e', 'f']) ids.push((await create(name)).groupId);
    const listed = [];
    let cursor: string | undefined;
    for (const _ of ids) {
      const page = await internal.groups.list.query({ limit: 1, ...(cursor && { cursor }) });
      listed.push(page.items[0]?.groupId);
      cursor = page.nextCursor ?? undefined;
    }
    expect(listed.sort()).toEqual(ids.sort());
  });

  it('keeps the place of a member added twice, and gives a returning member a new one', async () => {
    const { groupId } = await create('ordem');
    for (const email of ['a1@x.com', 'b1@x.com', 'A1@X.com']) {
      await internal.groups.addMember.mutate({ groupId, email });
    }
    expect(await members(groupId)).toEqual(['a1', 'b1']);
    await internal.groups.removeMember.mutate({ groupId, email: 'a1@x.com' });
    expect(await members(groupId)).toEqual(['b1']);
    await internal.groups.addMember.mutate({ groupId, email: 'a1@x.com' });
    expect(await members(groupId)).toEqual(['b1', 'a1']);
    const member = { field: 'member' };
    expect((await auditOf(groupId)).slice(0, -1)).toEqual([
      ['groups.addMember', member],
      ['groups.removeMember', member],
      ['groups.addMember', member],
      ['groups.addMember', member],
    ]);
  });

  it('lists members in the order of joining, a page at a time', async () => {
    const { groupId } = await create('lista');
    for (const email of ['b1@x.com', 'a1@x.com', 'c1@x.com']) {
      await internal.groups.addMember.mutate({ groupId, email });
    }
    const first = await internal.groups.members.query({ groupId, limit: 2 });
    expect(first.items.map(({ email }) => email)).toEqual(['b1@x.com', 'a1@x.com']);
    const listed = await internal.groups.list.query({ limit: 100 });
    expect(listed.items.find((group) => group.groupId === groupId)?.memberCount).toBe(3);
    const cursor = first.nextCursor ?? '';
    const second = await internal.groups.members.query({ groupId, cursor });
    expect(second).toMatchObject({ items: [{ email: 'c1@x.com' }], nextCursor: null });
    await expect(internal.groups.members.query({ groupId: nobody })).rejects.toMatchObject(
      failsWith('group-not-found'),
    );
  });

  it('changes the given fields of a group', async () => {
    const { groupId } = await create('antes');
    const change = { groupId, name: 'depois', description: 'Leitores', isPublic: false };
    const padded = { ...change, description: ' Leitores\n' };
    expect(await internal.groups.update.mutate(padded)).toMatchObject(change);
    await expect(
      internal.groups.update.mutate({ groupId, description: ' ' }),
    ).rejects.toMatchObject(failsWith('invalid-request'));
    const next = { groupId, description: null, ownerEmail: 'Outra@X.com' };
    expect(await internal.groups.update.mutate(next)).toMatchObject({
      name: 'depois',
      description: null,
      isPublic: false,
      ownerEmail: 'outra@x.com',
    });
    // The same again changes nothing, and leaves no act.
    await internal.groups.update.mutate(next);
    expect(await auditOf(groupId)).toEqual([
      ['groups.update', { field: 'description' }, { field: 'ownerEmail' }],
      [
        'groups.update',
        { field: 'name' },
        { field: 'description' },
        { field: 'isPublic', before: true, after: false },
      ],
      [
        'groups.create',
        { field: 'name' },
        { field: 'isPublic', after: true },
        { field: 'ownerEmail' },
      ],
    ]);
    await expect(
      internal.groups.update.mutate({ groupId: nobody, name: 'x' }),
    ).rejects.toMatchObject(failsWith('group-not-found'));
  });

  it('refuses members of an unknown group, and removing a person who is not a member', async () => {
    const { groupId } = await create('vazio');
    const email = 'a1@x.com';
    await expect(
      internal.groups.addMember.mutate({ groupId: nobody, email }),
    ).rejects.toMatchObject(failsWith('group-not-found'));
    await expect(internal.groups.removeMember.mutate({ groupId, email })).rejects.toMatchObject(
      failsWith('group-member-not-found'),
    );
    await expect(internal.groups.ranking.query({ groupId: nobody })).rejects.toMatchObject(
      failsWith('group-not-found'),
    );
  });

  it('imports members in order, changes nothing when repeated, and returns the indexes of unknown groups', async () => {
    const [{ groupId }, other] = [await create('importado'), await create('outro')];
    const batch = ['c1@x.com', 'a1@x.com', 'C1@x.com', 'b1@x.com'].map((email, index) => ({
      groupId: index % 2 ? groupId : groupId.toUpperCase(),
      email,
    }));
    batch.splice(1, 0, { groupId: nobody, email: 'a1@x.com' });
    batch.push({ groupId: other.groupId, email: 'a1@x.com' });
    const send = () => internal.groups.importMembers.mutate({ members: batch });
    expect(await send()).toEqual({ added: 4, refused: [1] });
    expect(await send()).toEqual({ added: 0, refused: [1] });
    expect(await members(groupId)).toEqual(['c1', 'a1', 'b1']);
    expect(await members(other.groupId)).toEqual(['a1']);
    for (const id of [groupId, other.groupId]) {
      expect((await auditOf(id))[0]).toEqual(['groups.importMembers', { field: 'members' }]);
    }
    expect(await auditOf(nobody)).toEqual([]);
  });

  it('removes a member from the given group only', async () => {
    const [{ groupId: left }, { groupId: kept }] = [await create('um'), await create('dois')];
    for (const groupId of [left, kept]) {
      for (const email of ['a1@x.com', 'b1@x.com']) {
        await internal.groups.addMember.mutate({ groupId, email });
      }
    }
    await internal.groups.removeMember.mutate({ groupId: left, email: 'A1@x.com' });
    expect(await members(left)).toEqual(['b1']);
    expect(await members(kept)).toEqual(['a1', 'b1']);
  });
});
