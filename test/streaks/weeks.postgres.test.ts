import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '../../db/connection/database.ts';
import { foldStreakDays } from '../../db/streaks/days.ts';
import { creditReading, creditReadings } from '../../db/streaks/streaks.ts';
import { countMissingWeek, listReaderWeeks } from '../../db/streaks/weeks.ts';
import { clonePostgres } from '../database.ts';

const clone = await clonePostgres();
const database = await openDatabase(clone.location, () => undefined);
afterAll(async () => {
  await database.close();
  await clone.drop();
});
const { db } = database;
const weeks = { from: '2026-05-04', to: '2026-05-11' };
const credit = (on: typeof db, email: string, day: string) =>
  creditReading(on, { email, day, at: new Date(`${day}T12:00:00Z`) });
const countOne = () => db.transaction().execute((tx) => countMissingWeek(tx, weeks));
const rows = async () =>
  (await listReaderWeeks(db, weeks))
    .map(({ week, firstWeek, readers }) => `${week} ${firstWeek} ${readers}`)
    .sort();

it('counts a week beside readings, and each reading once', async () => {
  await credit(db, 'ana@exemplo.com.br', '2026-05-05');
  const [open, folding] = [
    await db.startTransaction().execute(),
    await db.startTransaction().execute(),
  ];
  await credit(open, 'bia@exemplo.com.br', '2026-05-12');
  await credit(open, 'ana@exemplo.com.br', '2026-05-13');
  // Another process is at it.
  await foldStreakDays(folding, '2026-05-01');
  expect(await countOne()).toBeUndefined();
  await folding.commit().execute();
  // What is not folded yet is among what is counted.
  await credit(db, 'dora@exemplo.com.br', '2026-05-06');
  expect(await countOne()).toBe('2026-05-11');
  // One of two weeks is counted.
  expect(await rows()).toEqual(['2026-05-04 2026-05-04 2']);
  expect(await countOne()).toBe('2026-05-04');
  expect(await countOne()).toBeUndefined();
  expect(await rows()).toEqual(['2026-05-04 2026-05-04 2']);
  await open.commit().execute();
  const all = ['2026-05-04 2026-05-04 2', '2026-05-11 2026-05-04 1', '2026-05-11 2026-05-11 1'];
  expect(await rows()).toEqual(all);
  await foldStreakDays(db, '2026-05-01');
  expect(await rows()).toEqual(all);
  // A Sunday and the Monday after it at once are of two weeks.
  await credit(db, 'caio@exemplo.com.br', '2026-05-04');
  const both = ['2026-05-10', '2026-05-11'].map((day) => ({ day, at: new Date(day) }));
  await creditReadings(
    db,
    both.map((reading) => ({ ...reading, email: 'caio@exemplo.com.br' })),
  );
  expect(await rows()).toEqual([
    '2026-05-04 2026-05-04 3',
    '2026-05-11 2026-05-04 2',
    '2026-05-11 2026-05-11 1',
  ]);
});
