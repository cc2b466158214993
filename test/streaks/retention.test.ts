import { afterAll, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { openReaders } from './streak-fixtures.ts';

const clock = { now: new Date() };
const app = await startApp({}, { now: () => clock.now });
afterAll(() => app.close());
const { internal, read } = await openReaders(app);

it('the retention of readers is of the present day, and at most ten minutes old', async () => {
  const at = (time: string) => {
    clock.now = new Date(time);
  };
  const readersIn = async (weeks = 1) =>
    (await internal.streaks.retention.query({ weeks })).weeks.map(({ week, readers }) => [
      week,
      readers,
    ]);
  // Sunday in São Paulo.
  at('2026-05-18T02:55:00Z');
  await read('ana@exemplo.com.br', '2026-05-17');
  expect(await readersIn()).toEqual([['2026-05-11', 1]]);
  at('2026-05-18T03:00:00Z');
  await read('bia@exemplo.com.br', '2026-05-18');
  expect(await readersIn()).toEqual([['2026-05-18', 1]]);
  await read('caio@exemplo.com.br', '2026-05-18');
  at('2026-05-18T03:09:59Z');
  expect(await readersIn()).toEqual([['2026-05-18', 1]]);
  const both = [
    ['2026-05-11', 1],
    ['2026-05-18', 2],
  ];
  expect(await readersIn(2)).toEqual(both);
  at('2026-05-18T03:10:00Z');
  expect(await readersIn()).toEqual(both.slice(1));
});
