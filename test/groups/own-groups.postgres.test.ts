import { afterAll, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { groupActions } from './group-fixtures.ts';

const app = await startApp();
afterAll(() => app.close());
const { aReader, created, invited, rolesIn } = groupActions(app);

it('a reader who creates and joins groups at once has at most 50', async () => {
  const [reader, owner] = [await aReader(), await aReader()];
  for (let count = 0; count < 48; count += 1) await created(reader.client);
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
