import { z } from 'zod';
import { barChart } from './chart.ts';
import { toCsv } from './csv.ts';
import { renderResult } from './result.ts';

/** How a command's result is printed. */
export interface Output {
  /** The arguments without output flags. */
  words: string[];
  print: (answer: unknown) => string;
}

const rows = z.array(z.record(z.string(), z.unknown()));
// A list, or an object with one.
const listing = z.union([
  rows,
  z.object({ items: rows }).transform(({ items }) => items),
  z.object({ series: rows }).transform(({ series }) => series),
  z.object({ differences: rows }).transform(({ differences }) => differences),
]);
const timeSeries = z.object({
  series: z.array(z.object({ period: z.string(), total: z.number() })),
});

const printCsv = (answer: unknown): string => {
  const found = listing.safeParse(answer);
  if (!found.success) throw new Error('--csv needs a command that returns a list');
  const flat = found.data.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, cell]) => [
        name,
        typeof cell === 'object' && cell !== null ? JSON.stringify(cell) : cell,
      ]),
    ),
  );
  return toCsv(flat, Object.keys(flat[0] ?? {})).trimEnd();
};

const printJson = (answer: unknown): string => JSON.stringify(answer ?? null, null, 2);

const printChart = (answer: unknown): string => {
  const { series } = timeSeries.parse(answer);
  const bars = series.map(({ period, total }) => ({ label: period, value: total }));
  return barChart(bars, process.stdout.columns ?? 80);
};

/** Tables fit the terminal; redirected output is not truncated. */
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
  // Help is printed the same way, as text.
  const print = (answer: unknown) => (typeof answer === 'string' ? answer : write(answer));
  return { words, print };
};
