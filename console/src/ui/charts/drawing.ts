/** A label with one value per series; null means that there is no value. */
export type Point = readonly [label: string, ...values: (number | null)[]];

/** The data of a chart, whose values are not negative. */
export interface ChartData {
  title: string;
  /** The unit of the values, such as `chamados`. */
  unit: string;
  /** The unit of the labels, such as `Dia`. Labels are unique. */
  axis: string;
  points: readonly Point[];
  series: readonly string[];
  /** Why the last point is not final, such as `hoje, em curso`. */
  unfinished?: string;
  /** The period of the points, for file names. */
  range: string;
}

/** The values of a series. */
export const valuesOf = (points: readonly Point[], nth: number): (number | null)[] =>
  points.map(([, ...values]) => values[nth] ?? null);

const allOf = ({ points }: ChartData): number[] =>
  points.flatMap(([, ...values]) => values.map((value) => value ?? 0));

export const highestOf = (data: ChartData): number => Math.max(0, ...allOf(data));

/** Round tick values from 0 to at least the highest value; whole ones if all values are whole. */
export const ticksOf = (data: ChartData): number[] => {
  const max = highestOf(data) || 1;
  const rough = max / 4;
  const size = 10 ** Math.floor(Math.log10(rough));
  const round = [1, 2, 5].map((factor) => factor * size).find((step) => step >= rough) ?? 10 * size;
  const step = allOf(data).every(Number.isInteger) ? Math.max(round, 1) : round;
  return Array.from({ length: Math.ceil(max / step) + 1 }, (_, index) => index * step);
};

/**
 * The path of values from an index on, in a drawing that is one high and one wide for each value. A value
 * between gaps becomes a dot, because the ends of lines are round.
 */
export const pathOf = (values: readonly (number | null)[], top: number, from = 0): string =>
  values
    .map((value, at) => {
      if (value === null || at < from) return '';
      const isFirst = at === from || values[at - 1] === null;
      const [move, dot] = isFirst ? ['M', 'h0'] : ['L', ''];
      return `${move}${at + 0.5} ${Number((1 - value / top).toFixed(4))}${dot}`;
    })
    .join('');
