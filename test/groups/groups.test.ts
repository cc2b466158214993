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
  const { items } = await internal.groups.ranking.query({ groupId });
  return items.map((entry) => entry.email.slice(0, 2));
};
const auditOf = async (groupId: string) => {
  const { items } = await internal.audit.list.query({ target: `group:${groupId}` });
  return items.map(({ action, changes }) => [action, ...changes]);
};
const failsWith = (errorCode: string) => ({ data: { errorCode } });

describe('groups', () => {
  it('lists groups newest first, a page at a time, those of the same moment too', async () => {
    const ids = [];
    for (const name of ['a', 'b', 'c', 'd']) {
      if (name !== 'c') now = new Date(now.getTime() + 1_000);
      ids.unshift((await create(name)).groupId);
    }
    const listed = [];
    let cursor: string | undefined;
    for (const _ of ids) {
      const page = await internal.groups.list.query({ limit: 1, cursor });
      listed.push(...page.items);
      cursor = page.nextCursor ?? undefined;
    }
    expect(cursor).toBeUndefined();
    const [newest, ...others] = listed;
    expect(newest).toMatchObject({ groupId: ids[0], memberCount: 0, createdAt: now.toISOString() });
    expect(others.map(({ groupId }) => groupId).sort()).toEqual(ids.slice(1).sort());
    expect(others.at(-1)?.groupId).toBe(ids.at(-1));
  });

  it('keeps the place of a member added twice, and gives a returning member a new one', async () => {
    const { groupId } = await create('ordem');
    for (const email of ['a1@x.com', 'b1@x.com', 'A1@X.com']) {
      await internal.groups.addMember.mutate({ groupId, email });
    }
    expect(await members(groupId)).toEqual(['a1', 'b1']);
    const other = await create('outro');
    await internal.groups.addMember.mutate({ groupId: other.groupId, email: 'a1@x.com' });
    await internal.groups.removeMember.mutate({ groupId, email: 'A1@x.com' });
    expect(await members(groupId)).toEqual(['b1']);
    expect(await members(other.groupId)).toEqual(['a1']);
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
    const cursor = first.nextCursor ?? '';
    const second = await internal.groups.members.query({ groupId, cursor });
    expect(second).toMatchObject({ items: [{ email: 'c1@x.com' }], nextCursor: null });
    for (const call of [
      () => internal.groups.members.query({ groupId: nobody }),
      () => internal.groups.ranking.query({ groupId: nobody }),
      () => internal.groups.addMember.mutate({ groupId: nobody, email: 'a1@x.com' }),
    ]) {
      await expect(call()).rejects.toMatchObject(failsWith('group-not-found'));
    }
    await expect(
      internal.groups.removeMember.mutate({ groupId, email: 'd1@x.com' }),
    ).rejects.toMatchObject(failsWith('group-member-not-found'));
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
  });

  it('imports members once, in order, and returns the indexes of unknown groups', async () => {
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
});
