/** A label and a value of each series; null: there is none. */
export type Point = readonly [label: string, ...values: (number | null)[]];

/** What a chart shows. Values are not negative. */
export interface ChartData {
  title: string;
  /** What the values are, such as `chamados`. */
  unit: string;
  /** What the labels are, such as `Dia`. Each label is there once. */
  axis: string;
  /** `heat`: a cell for each point and series, as a column and a row, darker where the (whole) value is higher. */
  kind: 'bars' | 'lines' | 'heat';
  points: readonly Point[];
  series: readonly string[];
}

const number = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 2 });

/** A value as people read it. */
export const valueText = (value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : number.format(value);
