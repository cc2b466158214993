import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { creditReading } from '../../db/streaks/streaks.ts';
import { addDays } from '../../server/core/civil-time.ts';
import { startApp } from '../harness.ts';
import { openReaders } from './streak-fixtures.ts';

const today = '2026-05-13';
const app = await startApp({}, { now: () => new Date(`${today}T15:00:00Z`) });
afterAll(() => app.close());
const { internal, read } = await openReaders(app);
const domain = 'exemplo.com.br';

/** Reads so many days in a row, the last one some days ago. */
const reads = (name: string, days: number, ago: number) =>
  read(`${name}@${domain}`, ...Array.from({ length: days }, (_, n) => addDays(today, -ago - n)));

beforeAll(async () => {
  await reads('ana.lima', 5, 0);
  await reads('bia', 3, 1);
  await reads('bea', 3, 1);
  await reads('caio', 9, 1);
  await reads('davi', 40, 2);
  await reads('eva', 2, 30);
  await reads('fabio', 1, 0);
  // By a clock that is ahead.
  const tomorrow = { day: addDays(today, 1), at: new Date() };
  await creditReading(app.service.contextFor('test').db, { email: `gil@${domain}`, ...tomorrow });
  await internal.accounts.upsert.mutate({ email: `caio@${domain}`, name: 'Caio Conceição' });
  const profile = await app.client({ email: `fabio@${domain}`, name: 'José' });
  await profile.updateMyStreakProfile({ body: { displayName: 'Zé Lima' } });
});

type Input = Parameters<typeof internal.streaks.list.query>[0];
const namesOf = async (input: Input) =>
  (await internal.streaks.list.query(input)).items.map(({ email }) => email.split('@')[0]);

describe('streaks.list', () => {
  it('lists the longest streaks first, then broken ones by their last day, page by page', async () => {
    // Two of them have read as long, and stand on two pages.
    const all = ['caio', 'ana.lima', 'bia', 'bea', 'gil', 'fabio', 'davi', 'eva'];
    expect(await namesOf({})).toEqual(all);
    const byLastDay = ['gil', 'ana.lima', 'fabio', 'caio', 'bia', 'bea', 'davi', 'eva'];
    expect(await namesOf({ sort: 'lastDay' })).toEqual(byLastDay);
    for (const [sort, expected] of [['streak', all] as const, ['lastDay', byLastDay] as const]) {
      // A page of three ends, and one begins, between two of the same streak.
      for (const limit of [1, 3]) {
        const found: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await internal.streaks.list.query({ limit, cursor, sort });
          found.push(...page.items.map(({ email }) => email.split('@')[0] ?? ''));
          cursor = page.nextCursor ?? undefined;
        } while (cursor !== undefined);
        expect(found).toEqual(expected);
      }
    }
    const { items } = await internal.streaks.list.query({});
    expect(items[0]).toMatchObject({ name: 'Caio Conceição', lastDay: '2026-05-12', atRisk: true });
    expect(items[5]).toMatchObject({ name: 'Zé Lima' });
    expect(items[6]).toMatchObject({ currentStreak: 0, maxStreak: 40, atRisk: false });
  });

  it('finds those at risk, with long streaks, and by parts of names and addresses', async () => {
    expect(await namesOf({ atRisk: true })).toEqual(['caio', 'bia', 'bea']);
    expect(await namesOf({ minStreak: 5 })).toEqual(['caio', 'ana.lima']);
    expect(await namesOf({ minStreak: 0 })).toHaveLength(8);
    expect(await namesOf({ minStreak: 1 })).toHaveLength(6);
    expect(await namesOf({ search: ' ' })).toHaveLength(8);
    expect(await namesOf({ atRisk: true, minStreak: 4 })).toEqual(['caio']);
    expect(await namesOf({ search: 'LIMA' })).toEqual(['ana.lima', 'fabio']);
    expect(await namesOf({ search: 'conceicao' })).toEqual(['caio']);
    expect(await namesOf({ search: 'Conceição c' })).toEqual(['caio']);
    expect(await namesOf({ search: 'exemp', atRisk: true })).toEqual(['caio', 'bia', 'bea']);
    expect(await namesOf({ search: "') & :*" })).toEqual([]);
  });

  it('fills a page of a search in the order, without later readers', async () => {
    expect(await namesOf({ search: 'exemp', limit: 2 })).toEqual(['caio', 'ana.lima']);
    expect(await namesOf({ search: 'lima', limit: 1 })).toEqual(['ana.lima']);
    expect(await namesOf({ search: 'exemp', limit: 2, sort: 'lastDay' })).toEqual([
      'gil',
      'ana.lima',
    ]);
  });
});

describe('streaks.retention', () => {
  it('counts, of those who first read in a week, who read in each week after it', async () => {
    // Mondays: 4 and 11 May. Davi began on 2 April, Eva on 12 April.
    const last = await internal.streaks.retention.query({ weeks: 2 });
    const { weeks, currentWeek } = await internal.streaks.retention.query({ weeks: 6 });
    expect(currentWeek).toBe('2026-05-11');
    expect(weeks).toEqual([
      { week: '2026-04-06', readers: 1, returned: [1, 0, 0, 0, 0] },
      { week: '2026-04-13', readers: 0, returned: [0, 0, 0, 0] },
      { week: '2026-04-20', readers: 0, returned: [0, 0, 0] },
      { week: '2026-04-27', readers: 0, returned: [0, 0] },
      { week: '2026-05-04', readers: 4, returned: [4] },
      { week: '2026-05-11', readers: 2, returned: [] },
    ]);
    expect(last.weeks).toEqual(weeks.slice(-2));
  });
});
