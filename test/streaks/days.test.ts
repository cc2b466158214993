import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { creditReading, creditReadings } from '../../db/streaks/streaks.ts';
import { dayMs } from '../../server/core/civil-time.ts';
import { startApp } from '../harness.ts';
import { naiveStreaks } from './naive-streaks.ts';

const app = await startApp();
afterAll(() => app.close());
const { db } = app.service.contextFor('test');

const isoDay = (number: number): string => new Date(number * dayMs).toISOString().slice(0, 10);

// Days close together around the ends of months and years, leap days among them, so that runs meet,
// merge and part.
const centres = ['2020-02-28', '2024-02-29', '2025-02-28', '2025-12-31', '1999-12-31'];
const aDay = fc
  .tuple(fc.constantFrom(...centres), fc.integer({ min: -6, max: 6 }))
  .map(([centre, offset]) => Date.parse(centre) / dayMs + offset);
const someDays = fc.array(aDay, { minLength: 1, maxLength: 40 });

it('days credited one by one or in batches, in any order, make the streaks of a set of days', async () => {
  const property = fc.asyncProperty(someDays, fc.array(someDays), async (days, batches) => {
    const readers = [1, 2].map((n) => `${crypto.randomUUID()}-${n}@exemplo.com.br`);
    const readingsOf = (day: number) =>
      readers.map((email) => ({ email, day: isoDay(day), at: new Date(day * dayMs) }));
    for (const [index, day] of days.entries()) {
      for (const reading of readingsOf(day)) {
        const streaks = await creditReading(db, reading);
        expect(streaks).toEqual(naiveStreaks(days.slice(0, index + 1).map(isoDay)));
      }
    }
    for (const batch of batches) {
      expect(await creditReadings(db, batch.flatMap(readingsOf))).toBe(readers.length);
    }
    const stored = await db
      .selectFrom('streaks')
      .select(['current_streak as currentStreak', 'max_streak as maxStreak', 'last_interaction_at'])
      .where('email', 'in', readers)
      .execute();
    const all = [...days, ...batches.flat()];
    const last_interaction_at = new Date(Math.max(...all) * dayMs);
    expect(stored).toEqual(
      readers.map(() => ({ ...naiveStreaks(all.map(isoDay)), last_interaction_at })),
    );
  });
  await fc.assert(property, { numRuns: 60 });
});
