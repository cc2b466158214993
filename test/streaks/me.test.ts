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

  it('turns from at-risk to broken at midnight in São Paulo', async () => {
    const { client, email } = await aReader();
    await read(email, '2026-03-09');
    const lost = { readToday: false, maxStreak: 1 };
    clock.now = new Date('2026-03-11T02:59:59.999Z');
    expect(await streakOf(client)).toMatchObject({ ...lost, status: 'at-risk', currentStreak: 1 });
    clock.now = new Date('2026-03-11T03:00:00Z');
    expect(await streakOf(client)).toMatchObject({ ...lost, status: 'broken', currentStreak: 0 });
  });

  it('is active for a reader whose last day is the next one, by a clock that is ahead', async () => {
    const { client, email } = await aReader();
    clock.now = new Date('2026-03-11T02:58:00Z');
    await read(email, '2026-03-11T03:00:30Z');
    expect(await streakOf(client)).toMatchObject({ status: 'active', currentStreak: 1 });
  });

  it('returns zeros for a reader without readings', async () => {
    const { client } = await aReader();
    const none = { currentStreak: 0, status: 'none', lastInteractionDate: null, days: [] };
    expect(await streakOf(client)).toMatchObject({ ...none, displayName: null });
  });
});

describe('POST /streaks/me/readings', () => {
  it('credits the day of São Paulo once', async () => {
    const { client, email } = await aReader();
    await read(email, '2026-03-09');
    const record = async () => (await client.recordMyReading({ body: {} })).body;
    for (const credited of [true, false]) {
      expect(await record()).toMatchObject({ data: { currentStreak: 2, credited } });
    }
    clock.now = new Date('2026-03-11T02:59:59.999Z');
    expect(await record()).toMatchObject({ data: { credited: false } });
    expect((await streakOf(client)).lastInteractionDate).toBe('10/03/2026 23:59:59');
    clock.now = new Date('2026-03-11T03:00:00Z');
    expect(await record()).toMatchObject({ data: { currentStreak: 3, credited: true } });
  });

  it('checks the edition with the newsletter', async () => {
    const { client } = await aReader();
    const known = app.newsletter.editions[0]?.id ?? '';
    const recordAt = async (year: number, editionId: string) => {
      clock.now = new Date(`${year}-01-01T15:00:00Z`);
      const response = await client.recordMyReading({ body: { editionId } });
      return errorCode(response) ?? response.status;
    };
    expect(await recordAt(2000, known)).toBe('edition-not-found');
    expect(await recordAt(2027, 'post_unknown')).toBe('edition-not-found');
    app.newsletter.next('huge');
    expect(await recordAt(2027, 'post_other')).toBe('newsletter-unavailable');
    expect((await streakOf(client)).days).toEqual([]);
    expect(await recordAt(2027, known)).toBe(200);
  });
});
