import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { UpdateMyStreak } from '../../contract/index.ts';
import { startApp } from '../harness.ts';
import { openReaders } from './streak-fixtures.ts';

const clock = { now: new Date('2026-03-10T15:00:00Z') };
const app = await startApp({}, { now: () => clock.now });
afterAll(() => app.close());
// Each test begins with a ranking of its moment, and without changes of tests whose clock was
// ahead.
beforeEach(async () => {
  clock.now = new Date('2026-03-10T15:00:00Z');
  await db.deleteFrom('reader_profiles').execute();
  await internal.streaks.refreshGlobalRanking.mutate();
});
const { internal, aReader, streakOf, read } = await openReaders(app);
const { db } = app.service.contextFor('test');

const global = async () => {
  const { status, body } = await app.anonymous.getGlobalRanking();
  if (status !== 200) throw new Error(`status ${status}`);
  return body.data.ranking;
};

describe('PATCH /streaks/me', () => {
  it('changes only the given fields, and nothing without any', async () => {
    const { client, email } = await aReader('Nome da Conta');
    const change = async (body: UpdateMyStreak) => {
      const response = await client.updateMyStreakProfile({ body });
      if (response.status !== 200) throw new Error(`status ${response.status}`);
      return [response.body.data.displayName, response.body.data.rankingVisibility];
    };
    expect(await change({ rankingVisibility: 'hidden' })).toEqual(['Nome da Conta', 'hidden']);
    expect(await change({ displayName: 'Mari' })).toEqual(['Mari', 'hidden']);
    expect(await change({ rankingVisibility: 'anonymous' })).toEqual(['Mari', 'anonymous']);
    const built = await internal.streaks.globalRanking.query();
    clock.now = new Date('2026-03-10T15:00:01Z');
    expect(await change({})).toEqual(['Mari', 'anonymous']);
    const { lastUpdated } = await internal.streaks.globalRanking.query();
    expect(lastUpdated).toBe(built.lastUpdated);
    const { items } = await internal.audit.list.query({ target: `streak:${email}` });
    expect(items.map(({ changes }) => changes)).toEqual([
      [{ field: 'rankingVisibility', after: 'anonymous' }],
      [{ field: 'displayName' }],
      [{ field: 'rankingVisibility', after: 'hidden' }],
    ]);
  });

  it('shows the chosen name at once in the cached ranking and in groups', async () => {
    const { client, email } = await aReader('Nome da Conta');
    await read(email, '2026-03-10');
    const { groupId } = await internal.groups.create.mutate({
      name: 'Clube',
      isPublic: true,
      ownerEmail: email,
    });
    await internal.groups.addMember.mutate({ groupId, email });
    await internal.streaks.refreshGlobalRanking.mutate();
    const { status, body } = await client.updateMyStreakProfile({ body: { displayName: 'Mari' } });
    expect([status, body]).toMatchObject([200, { data: { displayName: 'Mari' } }]);
    expect((await global()).map((entry) => entry.displayName)).toContain('Mari');
    expect((await internal.groups.ranking.query({ groupId })).items).toMatchObject([
      { displayName: 'Mari' },
    ]);
    // A later token's name does not replace the chosen one.
    await internal.accounts.upsert.mutate({ email, name: 'Outro Nome' });
    expect((await streakOf(client)).displayName).toBe('Mari');
  });

  it('hides a reader from the public ranking at once, or shows them without name and e-mail', async () => {
    const { client, email } = await aReader('Some');
    // The first request stores the name.
    await streakOf(client);
    const days = Array.from({ length: 30 }, (_, ago) =>
      new Date(Date.UTC(2026, 2, 10 - ago)).toISOString().slice(0, 10),
    );
    await read(email, ...days);
    await internal.streaks.refreshGlobalRanking.mutate();
    const mine = async () => (await global()).filter((entry) => entry.currentStreak === 30);
    expect(await mine()).toMatchObject([{ displayName: 'Some', position: 1 }]);
    await client.updateMyStreakProfile({ body: { rankingVisibility: 'anonymous' } });
    expect(await mine()).toMatchObject([{ displayName: 'Leitor Anônimo', email: '***@***' }]);
    await client.updateMyStreakProfile({ body: { rankingVisibility: 'hidden' } });
    expect(await mine()).toEqual([]);
    expect(await client.getMyRanking({})).toMatchObject({ body: { data: { position: null } } });
    await client.updateMyStreakProfile({ body: { rankingVisibility: 'public' } });
    expect(await mine()).toMatchObject([{ displayName: 'Some' }]);
  });

  it.each(['anonymous', 'hidden'] as const)(
    'shows a member who is %s by name in a private group only, whenever they joined',
    async (rankingVisibility) => {
      const { client, email } = await aReader('Bia');
      const join = async (isPublic: boolean) => {
        const group = { name: 'x', isPublic, ownerEmail: email };
        const { groupId } = await internal.groups.create.mutate(group);
        await internal.groups.addMember.mutate({ groupId, email });
        return groupId;
      };
      const namesIn = async (groupId: string) => {
        const { body } = await client.getGroupRanking({ params: { groupId } });
        return 'data' in body && body.data.ranking.map((entry) => entry.displayName);
      };
      const [before, closed] = [await join(true), await join(false)];
      await client.updateMyStreakProfile({ body: { rankingVisibility } });
      for (const open of [before, await join(true)]) {
        expect(await namesIn(open)).toEqual(['Leitor Anônimo']);
      }
      expect(await namesIn(closed)).toEqual(['Bia']);
    },
  );

  it('reaches the cached ranking by the job at the latest, and so does an erasure', async () => {
    const { email } = await aReader();
    await read(email, '2026-03-10');
    await internal.streaks.refreshGlobalRanking.mutate();
    await db
      .insertInto('reader_profiles')
      .values({
        email,
        display_name: 'Chegou Depois',
        updated_at: new Date(clock.now.getTime() + 1),
      })
      .execute();
    expect((await global()).map((entry) => entry.displayName)).not.toContain('Chegou Depois');
    await internal.jobs.run.mutate({ name: 'ranking-visibility' });
    expect((await global()).map((entry) => entry.displayName)).toContain('Chegou Depois');
    const built = (await internal.streaks.globalRanking.query()).lastUpdated;
    await db.deleteFrom('reader_profiles').execute();
    const id = crypto.randomUUID();
    clock.now = new Date('2026-03-10T16:00:00Z');
    await db
      .insertInto('erasures')
      .values({ id, requested_at: clock.now, records: '[]' })
      .execute();
    await internal.jobs.run.mutate({ name: 'ranking-visibility' });
    expect((await internal.streaks.globalRanking.query()).lastUpdated).not.toBe(built);
    await db.deleteFrom('erasures').where('id', '=', id).execute();
  });
});
