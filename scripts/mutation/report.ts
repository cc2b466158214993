import { z } from 'zod';

/** Stryker's JSON report (mutation-testing-report-schema), as much of it as is read here. */
const report = z.object({
  files: z.record(
    z.string(),
    z.object({
      source: z.string(),
      mutants: z.array(
        z.object({
          mutatorName: z.string(),
          replacement: z.string().optional(),
          status: z.string(),
          location: z.object({
            start: z.object({ line: z.int(), column: z.int() }),
            end: z.object({ line: z.int(), column: z.int() }),
          }),
        }),
      ),
    }),
  ),
});

/** The outcomes of the mutants of one file. */
export interface FileScore {
  file: string;
  killed: number;
  /** In lines that tests run, and not noticed. */
  survived: number;
  /** In lines that no test runs. */
  uncovered: number;
  /** Each undetected mutant: where, and what was changed. */
  undetected: string[];
}

const detected = new Set(['Killed', 'Timeout']);

/** Reads a report of Stryker. */
export const scoresIn = (json: string): FileScore[] =>
  Object.entries(report.parse(JSON.parse(json)).files).map(([file, { source, mutants }]) => {
    const lines = source.split('\n');
    const having = (status: string) => mutants.filter((mutant) => mutant.status === status);
    return {
      file,
      killed: mutants.filter(({ status }) => detected.has(status)).length,
      survived: having('Survived').length,
      uncovered: having('NoCoverage').length,
      undetected: [...having('Survived'), ...having('NoCoverage')].map(
        ({ status, mutatorName, replacement = '', location: { start } }) =>
          `${file}:${start.line}:${start.column} ${status}, ${mutatorName} → ${oneLine(replacement)}\n    ${lines[start.line - 1]?.trim()}`,
      ),
    };
  });

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 100);

const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;

/** One line of the table: mutants, those killed, of all and of those that tests run. */
export const scoreLine = (name: string, scores: readonly FileScore[]): string => {
  const sum = (count: (score: FileScore) => number) =>
    scores.reduce((total, score) => total + count(score), 0);
  const killed = sum((score) => score.killed);
  const covered = killed + sum((score) => score.survived);
  const all = covered + sum((score) => score.uncovered);
  return `| ${name} | ${all} | ${killed} | ${percent(killed, all)} | ${percent(killed, covered)} |`;
};
