/** One benchmark: measures on servers it starts itself, with data it makes itself, and answers its section's Markdown. */
export interface Benchmark {
  title: string;
  /**
   * With `short`, at sizes that take under a minute; with `only`, where a benchmark has parts, only those.
   */
  run: (options: {
    short: boolean;
    only?: readonly string[];
    log: (line: string) => void;
  }) => Promise<string>;
}

/** The middle value; of an even number of values, the lower of the two in the middle. */
export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)];
  if (middle === undefined) throw new Error('no values');
  return middle;
};

/** The smallest value that at least the share `p` of the values do not exceed. */
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
 * For a database that a benchmark closes and then stops the server of: closing does not wait until the server has noticed, so that the
 * connection may still hear it stop.
 */
export const ignoreIdleErrors = (): void => undefined;
