import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { errorCode } from '../public-client.ts';

const app = await startApp();
afterAll(() => app.close());
const internal = await app.trpc();

const aGroup = async (isPublic: boolean, member: string) => {
  const { groupId } = await internal.groups.create.mutate({
    name: 'Clube',
    isPublic,
    ownerEmail: `${crypto.randomUUID()}@exemplo.com.br`,
  });
  await internal.groups.addMember.mutate({ groupId, email: member });
  return groupId;
};

const seenBy = async (email: string, groupId: string) => {
  const response = await (await app.client({ email })).getGroupRanking({ params: { groupId } });
  return [response.status, errorCode(response)];
};

describe('two private groups', () => {
  const ana = 'ana@exemplo.com.br';
  const bia = 'bia@exemplo.com.br';

  it('are each seen by their own member and not by the other’s', async () => {
    const hers = await aGroup(false, ana);
    const other = await aGroup(false, bia);
    expect(await seenBy(ana, hers)).toEqual([200, undefined]);
    expect(await seenBy(bia, other)).toEqual([200, undefined]);
    expect(await seenBy(ana, other)).toEqual([403, 'group-forbidden']);
    expect(await seenBy(bia, hers)).toEqual([403, 'group-forbidden']);
  });
});
