import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { errorCode } from '../public-client.ts';
import { startAppWithNewsletter } from '../quiz/edition-fixtures.ts';
import { openReaders } from './streak-fixtures.ts';

const clock = { now: new Date('2026-03-10T15:00:00Z') };
const app = await startAppWithNewsletter({}, { now: () => clock.now });
afterAll(() => app.close());
beforeEach(() => {
  clock.now = new Date('2026-03-10T15:00:00Z');
});
const { aReader, streakOf, read } = await openReaders(app);

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
  });

  it('is active for a reader whose last day is the next one, by a clock that is ahead', async () => {
    const { client, email } = await aReader();
    clock.now = new Date('2026-03-11T02:58:00Z');
    await read(email, '2026-03-11T03:00:30Z');
    expect(await streakOf(client)).toMatchObject({ status: 'active', currentStreak: 1 });
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

  it('credits the day of São Paulo in the evening', async () => {
    const { client, email } = await aReader();
    await read(email, '2026-03-10');
    clock.now = new Date('2026-03-11T02:59:59.999Z');
    const { body } = await client.recordMyReading({ body: {} });
    expect(body).toMatchObject({ data: { currentStreak: 1, credited: false } });
    expect(await streakOf(client)).toMatchObject({
      readToday: true,
      days: ['2026-03-10'],
      lastInteractionDate: '10/03/2026 23:59:59',
    });
    clock.now = new Date('2026-03-11T03:00:00Z');
    const next = await client.recordMyReading({ body: {} });
    expect(next.body).toMatchObject({ data: { currentStreak: 2, credited: true } });
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
    // None of the refused ones was credited.
    expect((await streakOf(client)).days).toEqual([]);
  });
});
