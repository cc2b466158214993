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

it.each(['lines', 'bars', 'heat'] as const)('the pointer reads the nearest of %s', (kind) => {
  const { places, placeAt, cursorAt, rowLength } = draw({ ...chart, kind }, 600);
  const centre = (place: number) => {
    const [x = 0, y = 0, width = 0] =
      cursorAt(place)
        .match(/[\d.]+/g)
        ?.map(Number) ?? [];
    return kind === 'heat' ? ([x + width / 2, y + 5] as const) : ([x, y] as const);
  };
  const half = (centre(1)[0] - centre(0)[0]) / 2;
  for (let place = 0; place < places; place += 1) {
    const [x, y] = centre(place);
    for (const aside of [1 - half, 0, half - 1]) expect(placeAt(x + aside, y)).toBe(place);
  }
  expect([placeAt(-9, -9), placeAt(999, 999)]).toEqual([0, places - 1]);
  expect(rowLength).toBe(kind === 'heat' ? chart.points.length : 1);
});
