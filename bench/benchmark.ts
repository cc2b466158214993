/** One benchmark: starts its own servers, creates its own data and returns its section. */
export interface Benchmark {
  title: string;
  /** The document with its section, unless that is BENCHMARKS.md. */
  document?: string;
  /** Returns Markdown. `short`: sizes that take under a minute; `only`: these parts alone. */
  run: (options: {
    short: boolean;
    only?: readonly string[];
    log: (line: string) => void;
  }) => Promise<string>;
}

/** The median; the lower of the two middle values if the count is even. */
export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)];
  if (middle === undefined) throw new Error('no values');
  return middle;
};

/** The percentile `p` (0 to 1) by nearest rank. */
export const percentile = (values: readonly number[], p: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(p * sorted.length) - 1)];
  if (value === undefined) throw new Error('no values');
  return value;
};

/** A Markdown table. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** Ignores errors of idle connections: the benchmark stops the server before it closes them. */
export const ignoreIdleErrors = (): void => undefined;
