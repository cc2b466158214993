import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
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
const centres = [
  '2020-02-28',
  '2024-02-29',
  '2025-02-28',
  '2025-12-31',
  '2026-03-10',
  '1999-12-31',
];
const aDay = fc
  .tuple(fc.constantFrom(...centres), fc.integer({ min: -6, max: 6 }))
  .map(([centre, offset]) => Date.parse(centre) / dayMs + offset);
const someDays = fc.array(aDay, { minLength: 1, maxLength: 40 });

describe('crediting days', () => {
  it('computes both streaks after each day, in any order, with duplicates and gaps', async () => {
    await fc.assert(
      fc.asyncProperty(someDays, async (days) => {
        const email = `${crypto.randomUUID()}@exemplo.com.br`;
        for (const [index, day] of days.entries()) {
          const at = new Date(day * dayMs);
          const streaks = await creditReading(db, { email, day: isoDay(day), at });
          expect(streaks).toEqual(naiveStreaks(days.slice(0, index + 1).map(isoDay)));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('computes the same in batches with many days of one reader', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(someDays, { minLength: 1, maxLength: 4 }), async (batches) => {
        const readers = [1, 2].map((n) => `${crypto.randomUUID()}-${n}@exemplo.com.br`);
        for (const days of batches) {
          const readings = days.flatMap((day) =>
            readers.map((email) => ({ email, day: isoDay(day), at: new Date(day * dayMs) })),
          );
          expect(await creditReadings(db, readings)).toBe(readers.length);
        }
        const stored = await db
          .selectFrom('streaks')
          .select([
            'current_streak as currentStreak',
            'max_streak as maxStreak',
            'last_interaction_at',
          ])
          .where('email', 'in', readers)
          .execute();
        const days = batches.flat();
        const last_interaction_at = new Date(Math.max(...days) * dayMs);
        expect(stored).toEqual(
          readers.map(() => ({ ...naiveStreaks(days.map(isoDay)), last_interaction_at })),
        );
      }),
      { numRuns: 60 },
    );
  });
});
