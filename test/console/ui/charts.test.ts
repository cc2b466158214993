import { expect, it } from 'vitest';
import { csvOf } from '../../../console/src/ui/charts/chart-files.ts';
import { type ChartData, draw, type Shape } from '../../../console/src/ui/charts/drawing.ts';

const chart: ChartData = {
  title: 'Chamados',
  unit: 'chamados',
  axis: 'Dia',
  kind: 'lines',
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
    'Dia;Este período (chamados);"Antes; ontem (chamados)"',
    '01/11;1528,5;4',
    '02/11;;2000',
    "'=1+1;3;12",
    '',
  ]);
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

const namesOf = (names: string[], values: (number | null)[]): ChartData => ({
  title: 'T',
  unit: 'u',
  axis: 'a',
  kind: 'lines',
  series: ['A'],
  points: names.map((name, at) => [name, values[at] ?? null]),
});
/** The labels beside the plot, from the bottom, and those below it. */
const labelsOf = (data: ChartData, width = 600) => {
  const { labels } = draw(data, width);
  const texts = (wanted: string) =>
    labels.filter(({ anchor }) => anchor === wanted).map(({ text }) => text);
  return { beside: texts('end'), below: texts('middle') };
};

it.each([
  [
    [0, null],
    ['0', '1'],
  ],
  [
    [1, 2],
    ['0', '1', '2'],
  ],
  [[0.4], ['0', '0,1', '0,2', '0,3', '0,4']],
  [[45], ['0', '20', '40', '60']],
  [[4_000], ['0', '1.000', '2.000', '3.000', '4.000']],
])('the values of %j are read at %j', (values, ticks) => {
  const names = values.map((_, at) => String(at));
  expect(labelsOf(namesOf(names, values)).beside).toEqual(ticks);
});

it('names below are cut where they are long, and left out where they would touch or stick out', () => {
  const days = Array.from({ length: 30 }, (_, at) => `${at + 1}/11`);
  const { below } = labelsOf(namesOf(days, [1]));
  expect([below[0], below[1], below.length]).toEqual(['1/11', '4/11', 10]);
  const long = ['Um nome de categoria comprido', 'Dezoito letras são'];
  expect(labelsOf(namesOf(long, [1, 2])).below).toEqual([
    'Um nome de catego…',
    'Dezoito letras são',
  ]);
  expect(labelsOf(namesOf(long, [1, 2]), 150).below).toEqual([]);
});

it('lines, bars and cells stand where their values are', () => {
  const points: ChartData['points'] = [
    ['01', 4, 1],
    ['02', null, 0],
    ['03', 2, 4],
    ['04', 0, 3],
  ];
  const data = { ...chart, unfinished: undefined, points, series: ['A', 'B'] };
  const shapesOf = (kind: ChartData['kind'], unfinished?: string) =>
    draw({ ...data, kind, unfinished }, 217.4).shapes.map((shape: Shape) => {
      const { look, nth = '', opacity = '', path } = shape;
      return `${look} ${nth} ${opacity} ${path}`;
    });
  expect(shapesOf('lines').slice(5)).toEqual([
    'line 0  M42.4 10.0h0.01M142.4 110.0h0.01L192.4 210.0',
    'line 1  M42.4 160.0h0.01L92.4 210.0L142.4 10.0L192.4 60.0',
  ]);
  // The present series leads dashed to what is not over, the former one has all its points.
  expect(shapesOf('lines', 'hoje')[7]).toBe('open 0  M142.4 110L192.4 210h0.01');
  expect(shapesOf('bars').slice(5)).toEqual([
    'bar 0  M22.4 210V10.0h20V210zM122.4 210V110.0h20V210z',
    'bar 1  M42.4 210V160.0h20V210zM142.4 210V10.0h20V210zM192.4 210V60.0h20V210z',
  ]);
  expect(shapesOf('heat')[7]).toBe('cell  0.75 M167.4 32h50v22h-50z');
});

it('a legend says what stands for what', () => {
  const legendOf = (kind: ChartData['kind'], last: number | null = 3) =>
    draw(
      { ...chart, kind, points: [...chart.points.slice(0, 2), ['03', last, 12]] },
      600,
    ).legend.map((entry) => Object.values(entry).join(' '));
  expect(legendOf('lines')).toEqual([
    'Este período line 0',
    'Antes; ontem line 1',
    'hoje, em curso open 0',
  ]);
  // Nothing is open where the present series has no value, and bars are not dashed.
  expect(legendOf('lines', null)).toHaveLength(2);
  expect(legendOf('bars')).toEqual(['Este período bar 0', 'Antes; ontem bar 1']);
  expect(legendOf('heat')[2]).toBe('1.500 cell 0.75');
});

it('bars whose names do not fit side by side lie below them, unless they are many', () => {
  const names = ['Cobrança em duplicidade', 'Entrega', 'Outros'];
  const data: ChartData = {
    title: 'T',
    unit: 'horas',
    axis: 'Categoria',
    kind: 'bars',
    series: ['Mediana', '90 %'],
    points: names.map((name, at) => [name, 2 * at, at === 2 ? null : 8]),
  };
  const { height, shapes, labels, placeAt, cursorAt } = draw(data, 317.4);
  expect([height, labels.map(({ x, y }) => [x, y])]).toEqual([
    138,
    [
      [0, 14],
      [0, 60],
      [0, 106],
    ],
  ]);
  expect(shapes.map(({ path }) => path)).toEqual([
    'M0 64h75.0v10H0zM0 110h150.0v10H0z',
    'M0 30h300.0v10H0zM0 76h300.0v10H0z',
  ]);
  expect([-5, 0, 45.9, 46, 137, 999].map((y) => placeAt(0, y))).toEqual([0, 0, 0, 1, 2, 2]);
  expect(cursorAt(2)).toBe('M0.5 93H316.4V137H0.5z');
  const many = (count: number) =>
    draw({ ...data, points: Array.from({ length: count }, (_, at) => [`Nome ${at}`, 1]) }, 317.4);
  expect([many(12).labels[0]?.anchor, many(13).labels[0]?.anchor]).toEqual(['start', 'end']);
});

it.each([
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@x', "'@x"],
  ['=1;2', `"'=1;2"`],
  ['diz "oi"', '"diz ""oi"""'],
  ['a\nb', '"a\nb"'],
  ['\t1', "'\t1"],
  ['\r1', `"'\r1"`],
  ['a=1', 'a=1'],
])('a name %j is the cell %j', (name, cell) => {
  expect(csvOf(namesOf([name], [-1.25]))).toBe(`\uFEFFa;A (u)\r\n${cell};-1,25\r\n`);
});
