import { afterAll, describe, expect, it } from 'vitest';
import { errorCode } from '../../contract/index.ts';
import { openNewsroom } from '../quiz/edition-fixtures.ts';

const clock = { now: new Date('2026-03-10T15:00:00Z') };
const app = await openNewsroom({}, { now: () => clock.now });
afterAll(() => app.close());
const expiresAt = new Date('2040-01-01');
const internal = await app.trpc({ role: 'admin', expiresAt });

const aReader = async (name?: string) => {
  const email = `${crypto.randomUUID()}@exemplo.com.br`;
  return { email, client: await app.client({ email, expiresAt, ...(name && { name }) }) };
};

const streakOf = async (client: Awaited<ReturnType<typeof app.client>>) => {
  const { status, body } = await client.getMyStreak();
  if (status !== 200) throw new Error(`status ${status}`);
  return body.data;
};

const read = (email: string, ...days: string[]) =>
  internal.streaks.importReadings.mutate({ readings: days.map((at) => ({ email, at })) });

const global = async () => {
  const { status, body } = await app.anonymous.getGlobalRanking();
  if (status !== 200) throw new Error(`status ${status}`);
  return body.data.ranking;
};

describe('GET /streaks/me', () => {
  it('returns the streak, its state today and the credited days of the last 35', async () => {
    const { client, email } = await aReader('Maria Souza');
    await read(email, '2026-02-03', '2026-02-04', '2026-03-09', '2026-03-10T09:30:00-03:00');
    expect(await streakOf(client)).toEqual({
      currentStreak: 2,
      maxStreak: 2,
      readToday: true,
      status: 'active',
      lastInteractionDate: '10/03/2026 09:30:00',
      days: ['2026-02-04', '2026-03-09', '2026-03-10'],
      rankingVisibility: 'public',
      displayName: 'Maria Souza',
    });
  });

  it.each([
    ['at-risk', '2026-03-09', 1],
    ['broken', '2026-03-08', 0],
  ])('reports a streak as %s if its last day is %s', async (status, day, currentStreak) => {
    const { client, email } = await aReader();
    await read(email, day);
    expect(await streakOf(client)).toMatchObject({
      status,
      currentStreak,
      maxStreak: 1,
      readToday: false,
    });
  });

  it('turns from at-risk to broken at midnight in São Paulo', async () => {
    const { client, email } = await aReader();
    await read(email, '2026-03-09');
    clock.now = new Date('2026-03-11T02:59:59.999Z');
    expect((await streakOf(client)).status).toBe('at-risk');
    clock.now = new Date('2026-03-11T03:00:00Z');
    expect((await streakOf(client)).status).toBe('broken');
    clock.now = new Date('2026-03-10T15:00:00Z');
  });

  it('returns zeros for a reader without readings', async () => {
    const { client } = await aReader();
    expect(await streakOf(client)).toMatchObject({
      currentStreak: 0,
      status: 'none',
      lastInteractionDate: null,
      days: [],
      displayName: null,
    });
  });
});

describe('POST /streaks/me/readings', () => {
  it('credits today once', async () => {
    const { client, email } = await aReader();
    await read(email, '2026-03-09');
    for (const credited of [true, false]) {
      const { status, body } = await client.recordMyReading({ body: {} });
      expect([status, body]).toEqual([
        200,
        { success: true, data: { currentStreak: 2, maxStreak: 2, credited } },
      ]);
    }
  });

  it('checks the edition with the newsletter', async () => {
    const { client } = await aReader();
    const editionId = app.newsletter.editions[0]?.id ?? '';
    clock.now = new Date('2027-01-01T15:00:00Z');
    expect((await client.recordMyReading({ body: { editionId } })).status).toBe(200);
    clock.now = new Date('2000-01-01T15:00:00Z');
    expect(errorCode(await client.recordMyReading({ body: { editionId } }))).toBe(
      'edition-not-found',
    );
    clock.now = new Date('2026-03-10T15:00:00Z');
    const unknown = await client.recordMyReading({ body: { editionId: 'post_unknown' } });
    expect([unknown.status, errorCode(unknown)]).toEqual([404, 'edition-not-found']);
    app.newsletter.next('huge');
    const failed = await client.recordMyReading({ body: { editionId: 'post_other' } });
    expect([failed.status, errorCode(failed)]).toEqual([502, 'newsletter-unavailable']);
  });
});

describe('PATCH /streaks/me', () => {
  it('leaves the fields in the audit trail, but not the name', async () => {
    const { client, email } = await aReader();
    const body = { displayName: 'Mari', rankingVisibility: 'anonymous' as const };
    await client.updateMyStreakProfile({ body });
    const { items } = await internal.audit.list.query({ target: `streak:${email}` });
    expect(items.map(({ changes }) => changes)).toEqual([
      expect.arrayContaining([
        { field: 'displayName' },
        { field: 'rankingVisibility', after: 'anonymous' },
      ]),
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
    await global();
    const { status, body } = await client.updateMyStreakProfile({ body: { displayName: 'Mari' } });
    expect([status, body]).toMatchObject([200, { data: { displayName: 'Mari' } }]);
    expect((await global()).map((entry) => entry.displayName)).toContain('Mari');
    expect((await internal.groups.ranking.query({ groupId })).ranking).toMatchObject([
      { displayName: 'Mari' },
    ]);
    // A later token's name does not replace the chosen one.
    await internal.accounts.upsert.mutate({ email, name: 'Outro Nome' });
    expect((await internal.groups.ranking.query({ groupId })).ranking).toMatchObject([
      { displayName: 'Mari' },
    ]);
    expect((await streakOf(client)).displayName).toBe('Mari');
  });

  it('refuses a name with invisible characters', async () => {
    const { client } = await aReader();
    const answer = await client.updateMyStreakProfile({ body: { displayName: 'Mari\u202Egat' } });
    expect([answer.status, errorCode(answer)]).toEqual([400, 'invalid-request']);
  });

  it('takes a reader out of the public ranking at once, and shows an anonymous one without name and e-mail', async () => {
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
    expect(await mine()).toMatchObject([{ displayName: 'Leitor Anônimo', email: '***' }]);
    await client.updateMyStreakProfile({ body: { rankingVisibility: 'hidden' } });
    expect(await mine()).toEqual([]);
    expect(await client.getMyRanking({})).toMatchObject({ body: { data: { position: null } } });
    await client.updateMyStreakProfile({ body: { rankingVisibility: 'public' } });
    expect(await mine()).toMatchObject([{ displayName: 'Some' }]);
  });

  it('hides a reader who is credited for the first time afterwards', async () => {
    const { client, email } = await aReader();
    await client.updateMyStreakProfile({ body: { rankingVisibility: 'hidden' } });
    await read(email, '2026-03-10');
    expect(await client.getMyRanking({})).toMatchObject({ body: { data: { position: null } } });
  });

  it('shows an anonymous member by name in a private group only', async () => {
    const { client, email } = await aReader('Bia');
    await client.updateMyStreakProfile({ body: { rankingVisibility: 'anonymous' } });
    const names = async (isPublic: boolean) => {
      const { groupId } = await internal.groups.create.mutate({
        name: 'x',
        isPublic,
        ownerEmail: email,
      });
      await internal.groups.addMember.mutate({ groupId, email });
      const { body } = await client.getGroupRanking({ params: { groupId } });
      return (
        'data' in body &&
        body.data.ranking.map((entry) => [entry.displayName, entry.email.slice(-3)])
      );
    };
    expect(await names(true)).toEqual([['Leitor Anônimo', '***']]);
    expect(await names(false)).toEqual([['Bia', '.br']]);
  });

  it('rebuilds the cached ranking when a change did not reach it', async () => {
    const { email } = await aReader();
    await read(email, '2026-03-10');
    await internal.streaks.refreshGlobalRanking.mutate();
    const { db } = app.service.contextFor('test');
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
  });
});
