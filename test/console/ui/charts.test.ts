import { expect, it } from 'vitest';
import { cellOf } from '../../../console/src/ui/charts/chart-files.ts';
import { type ChartData, pathOf, ticksOf } from '../../../console/src/ui/charts/drawing.ts';

it.each([
  ['+1', "'+1"],
  ['-x', "'-x"],
  ['-1,25', '-1,25'],
  ['1.528,5', '1528,5'],
  ['1.5.2026', '1.5.2026'],
  ['@x', "'@x"],
  ['=1;2', `"'=1;2"`],
  ['diz "oi"', '"diz ""oi"""'],
  ['a=1', 'a=1'],
])('the cell %j of a table is %j in a spreadsheet', (text, cell) => {
  expect(cellOf(text)).toBe(cell);
});

it.each([
  [
    [0, null],
    [0, 1],
  ],
  [
    [1, 2],
    [0, 1, 2],
  ],
  [[0.4], [0, 0.1, 0.2, 0.3, 0.4]],
  [[45], [0, 20, 40, 60]],
  [[4_000], [0, 1_000, 2_000, 3_000, 4_000]],
])('the values of %j are read at %j', (values, ticks) => {
  const points = values.map((value, at) => [String(at), value] as const);
  const data: ChartData = { title: 'T', unit: 'u', axis: 'a', series: ['A'], points, range: '' };
  expect(ticksOf(data).map((tick) => Number(tick.toFixed(2)))).toEqual(ticks);
});

it('a line has gaps, and a value between gaps is a dot', () => {
  expect(pathOf([4, null, 2, 0], 4)).toBe('M0.5 0h0M2.5 0.5h0L3.5 1');
});

it('the line to the last value begins at the value before it, if there is one', () => {
  expect(pathOf([4, 3, 2], 4, 1)).toBe('M1.5 0.25h0L2.5 0.5');
  expect(pathOf([4, null, 2], 4, 1)).toBe('M2.5 0.5h0');
});
