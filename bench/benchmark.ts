/** Samples of a benchmark by figure; higher is better. */
export type Samples = Readonly<Record<string, readonly number[]>>;

/** One benchmark: starts its own servers, creates its own data and returns its section as Markdown. */
export interface Benchmark {
  title: string;
  /**
   * `short` uses sizes that take under a minute; `only` limits a benchmark to some of its parts.
   */
  run: (options: {
    short: boolean;
    only?: readonly string[];
    log: (line: string) => void;
    /** Keeps the samples behind the figures, for `--compare`. */
    keep: (samples: Samples) => void;
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

/**
 * Error listener for a database whose server the benchmark stops: a closing connection may still report the shutdown.
 */
export const ignoreIdleErrors = (): void => undefined;
