import { afterAll, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { groupActions } from './group-fixtures.ts';

const app = await startApp();
afterAll(() => app.close());
const { aReader, created, fillWithGroups, invited, rolesIn } = groupActions(app);

it('a reader who creates and joins groups at once has at most 50', async () => {
  const [reader, owner] = [await aReader(), await aReader()];
  await fillWithGroups(reader.email, 48);
  const invitations = [];
  for (let count = 0; count < 4; count += 1) {
    const { groupId } = await created(owner.client);
    invitations.push(await invited(owner.client, groupId));
  }
  const responses = await Promise.all([
    ...invitations.map(({ token }) => reader.client.joinGroup({ body: { token } })),
    ...invitations.map(() => reader.client.createGroup({ body: { name: 'Clube' } })),
  ]);
  const statuses = responses.map(({ status }) => status);
  expect(statuses.filter((status) => status < 300)).toHaveLength(2);
  expect(statuses.filter((status) => status === 409)).toHaveLength(6);
  expect(await rolesIn(reader.client)).toHaveLength(50);
});

it('readers who join by several invitations at once fill a group, and no more', async () => {
  const owner = await aReader();
  const { groupId } = await created(owner.client);
  const members = Array.from({ length: 997 }, (_, n) => ({ groupId, email: `m${n}@x.com` }));
  await (await app.trpc()).groups.importMembers.mutate({ members });
  const readers = await Promise.all(Array.from({ length: 8 }, () => aReader()));
  const statuses = await Promise.all(
    readers.map(async ({ client }) => {
      const { token } = await invited(owner.client, groupId);
      return (await client.joinGroup({ body: { token } })).status;
    }),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(2);
  expect(statuses.filter((status) => status === 409)).toHaveLength(6);
});

it('a reader who uses two invitations to a group at once uses up one', async () => {
  const [owner, reader] = [await aReader(), await aReader()];
  const { groupId } = await created(owner.client);
  const invitations = [
    await invited(owner.client, groupId, { maxUses: 1 }),
    await invited(owner.client, groupId, { maxUses: 1 }),
  ];
  const join = async (token: string, { client } = reader) =>
    (await client.joinGroup({ body: { token } })).status;
  expect(await Promise.all(invitations.map(({ token }) => join(token)))).toEqual([200, 200]);
  const others = [];
  for (const { token } of invitations) others.push(await join(token, await aReader()));
  expect(others.sort()).toEqual([200, 404]);
});
