import { numberText } from '../format/figures.ts';

/** A label with one value per series; null means that there is no value. */
export type Point = readonly [label: string, ...values: (number | null)[]];

/** The data of a chart, whose values are not negative. */
export interface ChartData {
  title: string;
  /** The unit of the values, such as `chamados`. */
  unit: string;
  /** The unit of the labels, such as `Dia`. Labels are unique. */
  axis: string;
  /** `heat` draws a cell for each point (column) and series (row); a higher whole number is darker. */
  kind: 'bars' | 'lines' | 'heat';
  points: readonly Point[];
  series: readonly string[];
  /** Why the last point is not final, such as `hoje, em curso`. */
  unfinished?: string | undefined;
  /** The period of the points, for file names. */
  range?: string | undefined;
}

export const valueText = (value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : numberText(value);

// Computes the layout of a chart, in pixels.

export interface Shape {
  /** The class of the shape, which gives its colours together with the series' number. */
  look: 'grid' | 'line' | 'bar' | 'cell' | 'open';
  nth?: number;
  opacity?: number;
  path: string;
}

interface Label {
  text: string;
  x: number;
  y: number;
  anchor: 'start' | 'middle' | 'end';
}

const plotHeight = 200;
const rowHeight = 22;
const gap = 10;
const longLabel = 18;
/** The estimated width of a text of 12 pixels, rather too wide than too narrow. */
const widthOf = (text: string): number => text.length * 7.4;
const widest = (texts: readonly string[]): number => Math.max(...texts.map(widthOf));

/** Round tick values from 0 to at least `max`. */
const ticksOf = (max: number, areWhole: boolean): number[] => {
  const rough = max / 4;
  const size = 10 ** Math.floor(Math.log10(rough));
  const round = [1, 2, 5].map((factor) => factor * size).find((step) => step >= rough) ?? 10 * size;
  const step = areWhole ? Math.max(round, 1) : round;
  return Array.from({ length: Math.ceil(max / step) + 1 }, (_, index) => index * step);
};

const mostRows = 12;

export const draw = (data: ChartData, width: number) => {
  const { kind, points, series, unfinished } = data;
  const longest = widest(points.map(([name]) => name));
  // Every bar shows its name.
  if (kind === 'bars' && points.length <= mostRows && (longest + gap) * points.length > width) {
    return drawRows(data, width);
  }
  const isHeat = kind === 'heat';
  const look: Shape['look'] = isHeat ? 'cell' : kind === 'bars' ? 'bar' : 'line';
  const valuesOf = (nth: number) => points.map(([, ...values]) => values[nth] ?? null);
  const all = series.flatMap((_, nth) => valuesOf(nth).map((value) => value ?? 0));
  const max = all.reduce((most, value) => Math.max(most, value), 0) || 1;
  const ticks = isHeat ? [] : ticksOf(max, all.every(Number.isInteger));
  const steps = new Set([0.25, 0.5, 0.75, 1].map((share) => Math.ceil(max * share)));
  const rows = isHeat ? series : ticks.map(valueText);
  const left = widest(rows) + gap;
  const top = gap;
  const height = isHeat ? series.length * rowHeight : plotHeight;
  const bottom = top + height;
  const step = (width - left) / points.length;
  const xOf = (index: number) => left + (index + 0.5) * step;
  const yOf = (value: number) => bottom - (value / (ticks.at(-1) ?? max)) * height;

  const last = points.length - 1;
  const isOpen = (nth: number) =>
    unfinished !== undefined && nth === 0 && kind === 'lines' && valuesOf(0).at(-1) !== null;
  const lineOf = (nth: number): string => {
    let isGap = true;
    return valuesOf(nth)
      .slice(0, isOpen(nth) && last > 0 ? -1 : undefined)
      .map((value, index) => {
        // A single point becomes a dot, because the ends of lines are round.
        const [before, after] = isGap ? ['M', 'h0.01'] : ['L', ''];
        isGap = value === null;
        return value === null
          ? ''
          : `${before}${xOf(index).toFixed(1)} ${yOf(value).toFixed(1)}${after}`;
      })
      .join('');
  };
  /** The path to the last point, which is not final. */
  const openPath = (): string => {
    const [before, value] = [valuesOf(0)[last - 1], valuesOf(0)[last]];
    if (typeof value !== 'number') return '';
    const from = typeof before === 'number' ? `M${xOf(last - 1)} ${yOf(before)}L` : 'M';
    return `${from}${xOf(last)} ${yOf(value)}h0.01`;
  };
  const thickness = Math.min((step * 0.8) / series.length, 48);
  const barsOf = (nth: number): string =>
    valuesOf(nth)
      .map((value, index) => {
        if (!value) return '';
        const x = xOf(index) + (nth - series.length / 2) * thickness;
        return `M${x.toFixed(1)} ${bottom}V${yOf(value).toFixed(1)}h${thickness}V${bottom}z`;
      })
      .join('');
  const cellAt = (column: number, row: number): string =>
    `M${left + column * step} ${top + row * rowHeight}h${step}v${rowHeight}h${-step}z`;
  const cellsOf = (row: number): Shape[] =>
    valuesOf(row).map((value, column) => ({
      look: 'cell',
      opacity: (value ?? 0) / max,
      path: cellAt(column, row),
    }));
  const pathOf = kind === 'bars' ? barsOf : lineOf;

  const names = points.map(([name]) =>
    name.length > longLabel ? `${name.slice(0, longLabel - 1)}…` : name,
  );
  const every = Math.ceil((widest(names) + gap) / step);
  const columnLabels = names.flatMap((text, index): Label[] => {
    const x = xOf(index);
    const half = widthOf(text) / 2;
    const isShown = index % every === 0 && x >= half && x + half <= width;
    return isShown ? [{ text, x, y: bottom + 18, anchor: 'middle' }] : [];
  });
  const rowLabels = rows.map((text, row): Label => {
    const middle = isHeat ? top + (row + 0.5) * rowHeight : yOf(ticks[row] ?? 0);
    return { text, x: left - gap / 2, y: middle + 4, anchor: 'end' };
  });
  return {
    height: bottom + rowHeight,
    shapes: [
      ...ticks.map((tick): Shape => ({ look: 'grid', path: `M${left} ${yOf(tick)}H${width}` })),
      ...series.flatMap((_, nth) => (isHeat ? cellsOf(nth) : [{ look, nth, path: pathOf(nth) }])),
      ...(isOpen(0) ? [{ look: 'open', nth: 0, path: openPath() } as const] : []),
    ],
    labels: [...rowLabels, ...columnLabels],
    /** The entries of the legend. */
    legend: isHeat
      ? Array.from(steps, (step) => ({ text: valueText(step), look, opacity: step / max }))
      : [
          ...series.map((text, nth) => ({ text, look, nth })),
          ...(unfinished && isOpen(0) ? [{ text: unfinished, look: 'open', nth: 0 } as const] : []),
        ],
    /** The number of cursor positions, row by row. */
    places: isHeat ? points.length * series.length : points.length,
    rowLength: isHeat ? points.length : 1,
    placeAt: (x: number, y: number): number => {
      const within = (count: number, place: number) =>
        Math.min(Math.max(Math.floor(place), 0), count - 1);
      const row = isHeat ? within(series.length, (y - top) / rowHeight) : 0;
      return row * points.length + within(points.length, (x - left) / step);
    },
    cursorAt: (place: number): string =>
      isHeat
        ? cellAt(place % points.length, Math.floor(place / points.length))
        : `M${xOf(place)} ${top}V${bottom}`,
  };
};

const barHeight = 12;
const rowPadding = 22;

/** Horizontal bars below their names, for names that do not fit side by side. */
const drawRows = ({ points, series }: ChartData, width: number) => {
  const max = Math.max(1, ...points.flatMap(([, ...values]) => values.map((value) => value ?? 0)));
  const height = rowPadding + series.length * barHeight;
  const room = width - widest([valueText(max)]) - gap;
  const barOf = (nth: number) =>
    points
      .map(([, ...values], row) => {
        const value = values[nth];
        if (!value) return '';
        const y = row * height + rowPadding - 4 + nth * barHeight;
        return `M0 ${y}h${((value / max) * room).toFixed(1)}v${barHeight - 2}H0z`;
      })
      .join('');
  return {
    height: points.length * height,
    shapes: series.map((_, nth): Shape => ({ look: 'bar', nth, path: barOf(nth) })),
    labels: points.map(
      ([text], row): Label => ({ text, x: 0, y: row * height + 14, anchor: 'start' }),
    ),
    legend: series.map((text, nth) => ({ text, look: 'bar' as const, nth })),
    places: points.length,
    rowLength: 1,
    placeAt: (_: number, y: number): number =>
      Math.min(Math.max(Math.floor(y / height), 0), points.length - 1),
    cursorAt: (place: number): string =>
      `M0.5 ${place * height + 1}H${width - 1}V${(place + 1) * height - 1}H0.5z`,
  };
};
