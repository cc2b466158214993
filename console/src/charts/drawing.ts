import { type ChartData, valueText } from './data.ts';

// Where everything of a chart goes, in pixels. Nothing here knows the page, so that drawing is one pass over the points.

/** A path; `look` and `nth` say which class and which series give its colours. */
export interface Shape {
  look: 'grid' | 'line' | 'bar' | 'cell';
  nth?: number;
  path: string;
}

export interface Label {
  text: string;
  x: number;
  y: number;
  anchor: 'start' | 'middle' | 'end';
}

/** A chart of a certain width. */
export interface Drawing {
  height: number;
  shapes: readonly Shape[];
  labels: readonly Label[];
  /** How many places the cursor has, row by row, and how far those above and below are. */
  places: number;
  rowLength: number;
  placeAt: (x: number, y: number) => number;
  cursorAt: (place: number) => string;
}

const plotHeight = 200;
const cellHeight = 22;
const lineHeight = 20;
const gap = 10;
/** Of text of 12 pixels; a little too wide rather than too narrow. */
const widthOf = (text: string): number => text.length * 6.8;
const longest = (texts: readonly string[]): number => Math.max(0, ...texts.map(widthOf));
const shades = 5;

/** Round values from 0 to at least `max`. */
const ticksOf = (max: number, isWhole: boolean): number[] => {
  const rough = (max || 1) / 4;
  const size = 10 ** Math.floor(Math.log10(rough));
  const round = [1, 2, 5].map((factor) => factor * size).find((step) => step >= rough) ?? 10 * size;
  const step = isWhole ? Math.max(round, 1) : round;
  return Array.from({ length: Math.max(Math.ceil(max / step), 1) + 1 }, (_, index) => index * step);
};

/** The unit and the series above the plot, and how many lines they take. */
const drawLegend = (
  unit: string,
  entries: readonly { text: string; shape: Shape }[],
  width: number,
) => {
  const labels: Label[] = [{ text: unit, x: 0, y: 14, anchor: 'start' }];
  const shapes: Shape[] = [];
  let x = widthOf(unit) + 2 * gap;
  let line = 0;
  for (const { text, shape } of entries) {
    const needed = 24 + widthOf(text) + 2 * gap;
    if (x + needed > width && x > 0) {
      x = 0;
      line += 1;
    }
    const y = line * lineHeight + 10;
    shapes.push({
      ...shape,
      path: shape.look === 'line' ? `M${x} ${y}h18` : `M${x + 2} ${y - 6}h12v12h-12z`,
    });
    labels.push({ text, x: x + 24, y: y + 4, anchor: 'start' });
    x += needed;
  }
  return { labels, shapes, bottom: (line + 1) * lineHeight };
};

const longLabel = 18;
const shorten = (text: string): string =>
  text.length > longLabel ? `${text.slice(0, longLabel - 1)}…` : text;

/** Labels below the plot, as many as there is room for. */
const labelColumns = (
  data: ChartData,
  xOf: (index: number) => number,
  y: number,
  width: number,
): Label[] => {
  const texts = data.points.map(([label]) => shorten(label));
  const room = longest(texts) + gap;
  const every = Math.max(
    Math.ceil((room * texts.length) / (xOf(texts.length - 0.5) - xOf(-0.5))),
    1,
  );
  return texts.flatMap((text, index) => {
    const x = xOf(index);
    const half = widthOf(text) / 2;
    const isShown = index % every === 0 && x >= half && x + half <= width;
    return isShown ? [{ text, x, y, anchor: 'middle' as const }] : [];
  });
};

/** Values in at most `columns` neighbouring groups, so that a long series costs what the width costs. */
const thin = (values: readonly (number | null)[], columns: number) =>
  Array.from({ length: columns }, (_, column) => {
    const first = Math.floor((column * values.length) / columns);
    const after = Math.floor(((column + 1) * values.length) / columns);
    const given = values.slice(first, after).filter((value) => value !== null);
    return {
      middle: (first + after - 1) / 2,
      range: given.length === 0 ? undefined : { low: Math.min(...given), high: Math.max(...given) },
    };
  });

const drawPlot = (data: ChartData, width: number): Drawing => {
  const { points, series } = data;
  const values = series.map((_, nth) => points.map(([, ...given]) => given[nth] ?? null));
  const max = values.flat().reduce<number>((most, value) => Math.max(most, value ?? 0), 0);
  const ticks = ticksOf(
    max,
    values.flat().every((value) => Number.isInteger(value ?? 0)),
  );
  const look = data.kind === 'bars' ? 'bar' : 'line';
  const legend = drawLegend(
    data.unit,
    series.map((text, nth) => ({ text, shape: { look, nth, path: '' } })),
    width,
  );
  const left = longest(ticks.map(valueText)) + gap;
  const [top, right] = [legend.bottom + gap, width - 2];
  const bottom = top + plotHeight;
  const step = (right - left) / points.length;
  const xOf = (index: number) => left + (index + 0.5) * step;
  const yOf = (value: number) => bottom - (value / (ticks.at(-1) ?? 1)) * plotHeight;

  const columns = Math.min(points.length, Math.floor(right - left));
  const lineOf = (nth: number): string => {
    let isGap = true;
    return thin(values[nth] ?? [], columns)
      .map(({ middle, range }) => {
        const start = `${isGap ? 'M' : 'L'}${xOf(middle).toFixed(1)} `;
        const begins = isGap;
        isGap = range === undefined;
        if (!range) return '';
        // A point alone is a dot: the ends of lines are round.
        return `${start}${yOf(range.low).toFixed(1)}${begins ? 'h0.01' : ''}V${yOf(range.high).toFixed(1)}`;
      })
      .join('');
  };
  const barsOf = (nth: number): string => {
    const groups = Math.min(columns, Math.ceil((right - left) / (series.length + 1)));
    const band = (right - left) / groups;
    const thickness = Math.min((band * 0.8) / series.length, 48);
    return thin(values[nth] ?? [], groups)
      .map(({ middle, range }) => {
        if (!range) return '';
        const x = xOf(middle) + (nth - series.length / 2) * thickness;
        return `M${x.toFixed(1)} ${bottom}V${yOf(range.high).toFixed(1)}h${thickness.toFixed(1)}V${bottom}z`;
      })
      .join('');
  };
  const pathOf = data.kind === 'bars' ? barsOf : lineOf;
  return {
    height: bottom + lineHeight + 4,
    shapes: [
      { look: 'grid', path: ticks.map((tick) => `M${left} ${yOf(tick)}H${right}`).join('') },
      ...series.map((_, nth) => ({ look, nth, path: pathOf(nth) }) as const),
      ...legend.shapes,
    ],
    labels: [
      ...legend.labels,
      ...ticks.map((tick) => ({
        text: valueText(tick),
        x: left - gap / 2,
        y: yOf(tick) + 4,
        anchor: 'end' as const,
      })),
      ...labelColumns(data, xOf, bottom + lineHeight, width),
    ],
    places: points.length,
    rowLength: 1,
    placeAt: (x) => Math.floor((x - left) / step),
    cursorAt: (place) => `M${xOf(place)} ${top}V${bottom}`,
  };
};

const drawHeat = (data: ChartData, width: number): Drawing => {
  const { points, series } = data;
  const max = points
    .flatMap(([, ...values]) => values)
    .reduce<number>((most, value) => Math.max(most, value ?? 0), 0);
  // Few different values have as many shades, the last one the darkest.
  const count = Math.min(shades, Math.max(max, 1));
  const darkness = (step: number) => Math.ceil((step * shades) / count);
  const steps = Array.from({ length: count }, (_, index) => index + 1);
  const legend = drawLegend(
    data.unit,
    steps.map((step) => ({
      text: `≤ ${valueText(Math.floor((Math.max(max, 1) * step) / count))}`,
      shape: { look: 'cell', nth: darkness(step), path: '' },
    })),
    width,
  );
  const nthOf = (value: number | null) => darkness(Math.ceil(((value ?? 0) / (max || 1)) * count));
  const left = longest(series) + gap;
  const top = legend.bottom + gap;
  const step = (width - left) / points.length;
  const xOf = (index: number) => left + (index + 0.5) * step;
  const cellAt = (column: number, row: number) =>
    `M${(left + column * step + 1).toFixed(1)} ${top + row * cellHeight + 1}h${(step - 2).toFixed(1)}v${cellHeight - 2}h${(2 - step).toFixed(1)}z`;
  const cellsOf = (nth: number): string =>
    points
      .flatMap(([, ...values], column) =>
        values.map((value, row) => (nthOf(value) === nth ? cellAt(column, row) : '')),
      )
      .join('');
  const bottom = top + series.length * cellHeight;
  return {
    height: bottom + lineHeight,
    shapes: [
      ...[0, ...steps.map(darkness)].map((nth) => ({
        look: 'cell' as const,
        nth,
        path: cellsOf(nth),
      })),
      ...legend.shapes,
    ],
    labels: [
      ...legend.labels,
      ...series.map((text, row) => ({
        text,
        x: left - gap / 2,
        y: top + (row + 0.5) * cellHeight + 4,
        anchor: 'end' as const,
      })),
      ...labelColumns(data, xOf, bottom + lineHeight - 4, width),
    ],
    places: points.length * series.length,
    rowLength: points.length,
    placeAt: (x, y) => {
      const column = Math.min(Math.max(Math.floor((x - left) / step), 0), points.length - 1);
      return Math.floor((y - top) / cellHeight) * points.length + column;
    },
    cursorAt: (place) => cellAt(place % points.length, Math.floor(place / points.length)),
  };
};

/** Draws a chart. Series longer than the width are thinned to the lowest and highest value of each pixel. */
export const draw = (data: ChartData, width: number): Drawing =>
  data.kind === 'heat' ? drawHeat(data, width) : drawPlot(data, width);
