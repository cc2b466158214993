import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { type CaseResults, comparePaired, type Estimate, estimate, mean } from './statistics.ts';

const storedRun = z.object({
  /** What was evaluated. */
  kind: z.enum(['similar', 'replies', 'quiz']),
  /** Which models and instructions. */
  setting: z.record(z.string(), z.string()),
  /** Results by measure and case. */
  measures: z.record(z.string(), z.record(z.string(), z.number())),
});

/** A run of an evaluation. */
export type Run = z.infer<typeof storedRun>;

/** Collects results of cases. */
export const collectMeasures = () => {
  const measures: Record<string, Record<string, number>> = {};
  return {
    measures,
    /** Notes a result; undefined is none, such as of a judge that gave no valid answer. */
    note: (measure: string, name: string, value: number | boolean | undefined): void => {
      if (value === undefined) return;
      const cases = measures[measure] ?? {};
      cases[name] = Number(value);
      measures[measure] = cases;
    },
  };
};

export const readRun = async (file: string): Promise<Run> =>
  storedRun.parse(JSON.parse(await readFile(file, 'utf8')));

export const writeRun = (file: string, run: Run): Promise<void> =>
  writeFile(file, `${JSON.stringify(run, null, 1)}\n`);

/** A Markdown table of a run: each measure with its 95 % confidence interval. */
export const tableOf = ({ measures }: Pick<Run, 'measures'>): string =>
  [
    '| measure | cases | mean | 95 % |',
    '| --- | --- | --- | --- |',
    ...Object.entries(measures).map(([name, results]) => {
      const found = estimate(Object.values(results));
      return `| ${[name, found.cases, figure(found.mean), interval(found)].join(' | ')} |`;
    }),
  ].join('\n');

/** A Markdown table of two runs: how each measure changed over the cases they share. */
export const comparisonOf = (before: Run, after: Run): string => {
  if (before.kind !== after.kind) {
    throw new Error(`a run of ${before.kind} cannot be compared with one of ${after.kind}`);
  }
  return [
    '| measure | cases | first | second | change | 95 % |',
    '| --- | --- | --- | --- | --- | --- |',
    ...Object.entries(before.measures).flatMap(([name, results]) => {
      const other: CaseResults = after.measures[name] ?? {};
      const shared = Object.keys(results).filter((key) => key in other);
      if (shared.length === 0) return [];
      const change = comparePaired(results, other);
      const means = [results, other].map((one) => figure(mean(shared.map((key) => one[key] ?? 0))));
      return [
        `| ${[name, change.cases, ...means, figure(change.mean), interval(change)].join(' | ')} |`,
      ];
    }),
  ].join('\n');
};

const figure = (value: number): string => value.toFixed(Math.abs(value) >= 100 ? 0 : 3);
const interval = ({ low, high }: Estimate): string => `${figure(low)} to ${figure(high)}`;
