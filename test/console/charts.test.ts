import { expect, it } from 'vitest';
import { type ChartData, draw } from '../../console/src/ui/charts/drawing.ts';
import { csvOf } from '../../console/src/ui/charts/files.ts';

const chart: ChartData = {
  ...{ title: 'Chamados', unit: 'chamados', axis: 'Dia', kind: 'lines' },
  series: ['Este período', 'Antes; ontem'],
  points: [
    ['01/11', 1_528.5, 4],
    ['02/11', null, 2_000],
    ['=1+1', 3, 12],
  ],
  unfinished: 'hoje, em curso',
};

it('a file has figures as spreadsheets read them: a decimal comma and no points', () => {
  expect(csvOf(chart).slice(1).split('\r\n')).toEqual([
    ...['Dia;Este período;"Antes; ontem"', '01/11;1528,5;4', '02/11;;2000', "'=1+1;3;12", ''],
  ]);
});

it('only the present series ends in what is not over: the former one has all its points', () => {
  const { shapes } = draw(chart, 600);
  const lineOf = (nth: number) =>
    shapes.find((shape) => shape.look === 'line' && shape.nth === nth)?.path ?? '';
  expect(lineOf(0).match(/[ML]/g)).toEqual(['M']);
  expect(lineOf(1).match(/[ML]/g)).toEqual(['M', 'L', 'L']);
  expect(shapes.filter(({ look }) => look === 'open')).toHaveLength(1);
});
