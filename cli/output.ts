import { z } from 'zod';
import { barChart } from './chart.ts';
import { toCsv } from './csv.ts';
import { renderResult } from './result.ts';

export type Print = (answer: unknown) => string;

/** How to print a command's result. */
export interface Output {
  /** The arguments without the flags for output. */
  words: string[];
  print: Print;
}

const row = z.record(z.string(), z.unknown());
const rows = z.array(row);
// Matches a list, an object that contains one, or an object that is the only row.
const listing = z.union([
  rows,
  z.object({ items: rows }).transform(({ items }) => items),
  z.object({ series: rows }).transform(({ series }) => series),
  z.object({ differences: rows }).transform(({ differences }) => differences),
  z.object({ outcomes: rows.nonempty() }).transform(({ outcomes }) => outcomes),
  row.transform((only) => [only]),
]);
const timeSeries = z.object({
  series: z.array(z.object({ period: z.string(), total: z.number() })),
});

const printCsv = (answer: unknown): string => {
  const flat = (listing.safeParse(answer).data ?? []).map((cells) =>
    Object.fromEntries(
      Object.entries(cells).map(([name, cell]) => [
        name,
        typeof cell === 'object' && cell !== null ? JSON.stringify(cell) : cell,
      ]),
    ),
  );
  const columns = new Set(flat.flatMap((cells) => Object.keys(cells)));
  return toCsv(flat, [...columns]).trimEnd();
};

const printJson = (answer: unknown): string => JSON.stringify(answer ?? null, null, 2);

const printChart = (answer: unknown): string => {
  const { series } = timeSeries.parse(answer);
  const bars = series.map(({ period, total }) => ({ label: period, value: total }));
  return barChart(bars, process.stdout.columns ?? 80);
};

/** A table fits the terminal; in a file or pipe it is not truncated. */
const printTable = (answer: unknown): string =>
  renderResult(answer, process.stdout.columns ?? Number.POSITIVE_INFINITY);

/** Selects the output format: `--json`, `--csv`, a chart for a time series, else a table. */
export const readOutput = (argv: readonly string[]): Output => {
  const words = argv.filter((word) => word !== '--json' && word !== '--csv');
  const chosen = () => {
    if (argv.includes('--json')) return printJson;
    if (argv.includes('--csv')) return printCsv;
    return words.slice(0, 2).join(' ') === 'reports time-series' ? printChart : printTable;
  };
  const write = chosen();
  // A completion script is printed as it is.
  const print = (answer: unknown) => (typeof answer === 'string' ? answer : write(answer));
  return { words, print };
};
