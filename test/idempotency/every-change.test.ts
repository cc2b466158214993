import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import type { Leitor, LeitorOptions } from '../../packages/sdk/src/index.ts';
import { unnamedIn } from '../audit/unnamed.ts';
import { openChangeRoom } from './changes.ts';

const room = await openChangeRoom();
afterAll(() => room.close());
const aKey = () => crypto.randomUUID();

/** A person with a client that notes which responses were replayed. */
const aPerson = async (options: Partial<LeitorOptions> = {}) => {
  const email = room.anEmail();
  const replayed: boolean[] = [];
  const onResponse: LeitorOptions['onResponse'] = (response) => {
    replayed.push(response.replayed);
  };
  return { email, replayed, leitor: await room.leitorOf(email, { onResponse, ...options }) };
};

describe('Idempotency-Key', () => {
  const keyed = Object.entries(contract).filter(([, { metadata }]) => metadata.keyed);

  it('is taken by every operation that changes something', () => {
    const changing = Object.entries(contract).filter(
      ([, { method, metadata }]) => method !== 'GET' && metadata.access !== 'webhook',
    );
    expect(keyed).toEqual(changing);
    expect(Object.keys(room.changes).sort()).toEqual(keyed.map(([name]) => name).sort());
  });

  it.each(Object.entries(room.changes))(
    '%s happens once with its act, and its response is replayed',
    async (_, { act, prepare }) => {
      const { email, leitor, replayed } = await aPerson();
      const send = await prepare(leitor);
      replayed.length = 0;
      const options = { idempotencyKey: aKey() };
      const first = await send(leitor, options);
      const again = await send(leitor, options);
      expect(first.status).toBeLessThan(300);
      expect([again.status, again.body]).toEqual([first.status, first.body]);
      expect(replayed).toEqual([false, true]);
      const acts = await room.actsOf(email);
      if (act) expect(acts.filter(({ action }) => action === act)).toHaveLength(1);
      expect(unnamedIn(acts)).toEqual([]);
    },
  );

  it('stands for one path: another group under it is another request', async () => {
    const { leitor, replayed } = await aPerson();
    const [a, b] = [
      await leitor.createGroup({ name: 'A' }),
      await leitor.createGroup({ name: 'B' }),
    ];
    const options = { idempotencyKey: aKey() };
    await leitor.deleteGroup({ groupId: a.groupId }, options);
    await leitor.deleteGroup({ groupId: b.groupId }, options);
    expect(replayed).not.toContain(true);
    expect(await leitor.listMyGroups()).toEqual([]);
  });

  it('stands for one body', async () => {
    const { leitor } = await aPerson();
    const options = { idempotencyKey: aKey() };
    await leitor.createGroup({ name: 'A' }, options);
    await expect(leitor.createGroup({ name: 'B' }, options)).rejects.toMatchObject({
      code: 'idempotency-key-reused',
    });
  });

  it('serves who generates the quiz without a token, too', async () => {
    const { leitor } = await aPerson({ token: undefined });
    const send = await room.changes.generateQuiz?.prepare(leitor);
    const options = { idempotencyKey: aKey() };
    expect((await send?.(leitor, options))?.status).toBe(201);
    expect((await send?.(leitor, options))?.status).toBe(201);
  });

  it('is free again after a refusal', async () => {
    const { leitor } = await aPerson();
    const tag = { name: `Tag ${aKey()}`, color: '#1D4ED8' };
    const { id } = await leitor.createTag(tag);
    const options = { idempotencyKey: aKey(), retries: 0 };
    const refused = leitor.createTag(tag, options);
    await expect(refused).rejects.toMatchObject({ code: 'tag-name-taken' });
    await leitor.deleteTag({ id });
    expect(await leitor.createTag(tag, options)).toMatchObject({ name: tag.name });
  });
});

describe('the response of an invitation', () => {
  let owner: Leitor;
  let groupId: string;
  beforeAll(async () => {
    owner = (await aPerson()).leitor;
    groupId = (await owner.createGroup({ name: 'Clube' })).groupId;
  });

  it('is stored without its token and without the key that opens it', async () => {
    const idempotencyKey = aKey();
    const { token } = await owner.createGroupInvite({ groupId }, { idempotencyKey });
    const rows = await room.db
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('path', '=', `/streaks/groups/${groupId}/invites`)
      .execute();
    expect(rows).toHaveLength(1);
    const stored = JSON.stringify(rows);
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(idempotencyKey);
    expect(await owner.createGroupInvite({ groupId }, { idempotencyKey })).toMatchObject({ token });
  });
});
