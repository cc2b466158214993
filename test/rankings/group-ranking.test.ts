import { afterAll, describe, expect, it } from 'vitest';
import { GroupRanking } from '../../contract/index.ts';
import { rankingQueueOf } from '../../server/rankings/ranking-queue.ts';
import { startApp, type TokenFor } from '../harness.ts';
import { errorCode } from '../public-client.ts';

const now = new Date('2026-03-10T15:00:00Z');
const app = await startApp({}, { now: () => now });
afterAll(() => app.close());
const internal = await app.trpc();

const inAnHour = new Date(now.getTime() + 3_600_000);

const createGroup = async (isPublic: boolean, members: string[] = []) => {
  const { groupId } = await internal.groups.create.mutate({
    name: 'Clube',
    description: 'Leitura diária',
    isPublic,
    ownerEmail: 'dona@exemplo.com.br',
  });
  for (const email of members) await internal.groups.addMember.mutate({ groupId, email });
  return groupId;
};

const ask = async (groupId: string, person: TokenFor = {}) => {
  const client = await app.client({ expiresAt: inAnHour, ...person });
  return client.getGroupRanking({ params: { groupId } });
};

const rankingOf = async (groupId: string, person?: TokenFor) => {
  const response = await ask(groupId, person);
  expect(response.status).toBe(200);
  if (response.status !== 200) throw new Error('unreachable');
  return GroupRanking.strict().parse(response.body.data);
};

const read = (email: string, ...days: string[]) =>
  internal.streaks.importReadings.mutate({ readings: days.map((at) => ({ email, at })) });

describe('GET /streaks/groups/{groupId}/ranking', () => {
  it('lists all members, those without readings last', async () => {
    const tag = crypto.randomUUID().slice(0, 8);
    const mail = (name: string) => `${name}-${tag}@exemplo.com.br`;
    await internal.accounts.upsert.mutate({ email: mail('bia'), name: 'Bia' });
    await internal.accounts.upsert.mutate({ email: mail('caio'), name: 'Caio' });
    await read(mail('ana'), '2026-03-09T14:30:00-03:00', '2026-03-08');
    await read(
      mail('bia'),
      '2026-03-09T09:05:07.900-03:00',
      '2026-03-08',
      '2026-03-01',
      '2026-02-28',
      '2026-02-27',
    );
    await read(mail('eva'), '2026-03-09T14:30:00-03:00', '2026-03-08');
    const groupId = await createGroup(true, ['nada', 'eva', 'caio', 'ana', 'bia'].map(mail));
    expect(await rankingOf(groupId)).toEqual({
      group: {
        groupId,
        groupName: 'Clube',
        description: 'Leitura diária',
        isPublic: true,
        ownerEmail: 'do***@exemplo.com.br',
        memberCount: 5,
      },
      ranking: [
        ['Bia', 'bi***@exemplo.com.br', 2, 3, '09/03/2026 09:05:07'],
        ['Leitor Anônimo', 'ev***@exemplo.com.br', 2, 2, '09/03/2026 14:30:00'],
        ['Leitor Anônimo', 'an***@exemplo.com.br', 2, 2, '09/03/2026 14:30:00'],
        ['Leitor Anônimo', 'na***@exemplo.com.br', 0, 0, null],
        ['Caio', 'ca***@exemplo.com.br', 0, 0, null],
      ].map(([displayName, email, currentStreak, maxStreak, lastInteractionDate], index) => ({
        position: index + 1,
        displayName,
        email,
        currentStreak,
        maxStreak,
        lastInteractionDate,
      })),
      lastUpdated: now.toISOString(),
    });
  });

  it('is not cached', async () => {
    const email = `${crypto.randomUUID()}@x.com`;
    const groupId = await createGroup(true, [email]);
    expect((await rankingOf(groupId)).ranking[0]?.currentStreak).toBe(0);
    // However long ago.
    await read(email, '2020-01-01T12:00:00Z');
    expect((await rankingOf(groupId)).ranking).toMatchObject([
      { currentStreak: 1, lastInteractionDate: '01/01/2020 09:00:00' },
    ]);
    const only = { email, day: '2020-01-01', reason: 'engano' };
    await internal.streaks.removeDay.mutate(only);
    expect((await rankingOf(groupId)).ranking).toMatchObject([
      { currentStreak: 0, maxStreak: 0, lastInteractionDate: null },
    ]);
  });

  it('shows a private group to its members, and to nobody else, not its owner either', async () => {
    const groupId = await createGroup(false, ['Membro@Exemplo.com.br']);
    expect((await rankingOf(groupId, { email: 'membro@exemplo.com.br' })).group.isPublic).toBe(
      false,
    );
    for (const person of [{}, { role: 'admin' }, { email: 'dona@exemplo.com.br' }] as const) {
      expect(errorCode(await ask(groupId, person))).toBe('group-forbidden');
    }
    // Operators see whole addresses.
    expect(await internal.groups.ranking.query({ groupId })).toMatchObject({
      group: { ownerEmail: 'dona@exemplo.com.br', memberCount: 1 },
      items: [{ position: 1 }],
    });
    await internal.groups.addMember.mutate({ groupId, email: 'dona@exemplo.com.br' });
    expect((await ask(groupId, { email: 'dona@exemplo.com.br' })).status).toBe(200);
    await internal.groups.removeMember.mutate({ groupId, email: 'membro@exemplo.com.br' });
    expect((await ask(groupId, { email: 'membro@exemplo.com.br' })).status).toBe(403);
  });

  it('shows the present name of a member, and has one when accounts cannot be read', async () => {
    const email = `${crypto.randomUUID()}@x.com`;
    const groupId = await createGroup(true, [email]);
    const nameOf = async () => (await rankingOf(groupId)).ranking[0]?.displayName;
    expect(await nameOf()).toBe('Leitor Anônimo');
    for (const name of ['Maria', 'Maria Souza']) {
      await internal.accounts.upsert.mutate({ email, name });
      expect(await nameOf()).toBe(name);
    }
    const { db } = app.service.contextFor('test');
    await db.schema.alterTable('accounts').renameTo('accounts_away').execute();
    try {
      expect(await nameOf()).toBe('Maria Souza');
    } finally {
      await db.schema.alterTable('accounts_away').renameTo('accounts').execute();
    }
    await db.deleteFrom('accounts').where('email', '=', email).execute();
    expect(await nameOf()).toBe('Leitor Anônimo');
  });
});

describe('groups.ranking', () => {
  it('pages through the same order as the whole ranking', async () => {
    const mails = Array.from({ length: 5 }, () => `${crypto.randomUUID()}@x.com`);
    await read(mails[1] ?? '', '2026-03-08', '2026-03-09');
    await read(mails[3] ?? '', '2026-03-01', '2026-03-02');
    await read(mails[4] ?? '', '2026-03-09');
    const groupId = await createGroup(true, mails);
    const { ranking } = await rankingOf(groupId);
    const paged: typeof ranking = [];
    let cursor: string | undefined;
    do {
      const page = await internal.groups.ranking.query({ groupId, limit: 2, cursor });
      expect(page.group.memberCount).toBe(5);
      paged.push(...page.items);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(paged).toEqual(ranking);
  });
});

describe('rankings of groups at once', () => {
  it('are three, with 200 waiting; more are refused until one is done', async () => {
    const ctx = app.service.contextFor('test');
    const queue = rankingQueueOf(ctx);
    const { promise: blocked, resolve } = Promise.withResolvers<void>();
    let started = 0;
    const work = () =>
      queue.run(() => {
        started += 1;
        return blocked;
      });
    const running = Array.from({ length: 3 + 200 }, work);
    try {
      // `p-limit` starts work in later turns.
      await expect.poll(() => started).toBe(3);
      // One more that waits would never end.
      await expect(Promise.race([work(), 'waits'])).rejects.toMatchObject({ code: 'unavailable' });
      expect((await ask(await createGroup(true))).status).toBe(503);
    } finally {
      resolve();
    }
    await Promise.all(running);
    expect(started).toBe(203);
    expect((await ask(await createGroup(true))).status).toBe(200);
  });
});
