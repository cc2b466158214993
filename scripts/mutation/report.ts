import { z } from 'zod';
import { wilson } from './wilson.ts';

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
          statusReason: z.string().optional(),
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
  /** All that could run, in the sample or not. */
  all: number;
  /** Those in the sample; all, if there is none. */
  run: number;
  killed: number;
  /** In lines that tests run, and not noticed. */
  survived: number;
  /** Each that was not noticed or only ended by a time limit: where, and what was changed. */
  worthALook: string[];
}

/** What became of a mutant; a time limit may also mean that the machine is busy. */
const outcomeOf = ({ status, statusReason = '' }: { status: string; statusReason?: string }) =>
  status === 'Killed' && /timed out/i.test(statusReason) ? 'Timeout' : status;

/** Reads a report of Stryker. */
export const scoresIn = (json: string): FileScore[] =>
  Object.entries(report.parse(JSON.parse(json)).files).map(([file, { source, mutants }]) => {
    const lines = source.split('\n');
    const count = (...statuses: string[]) =>
      mutants.filter(({ status }) => statuses.includes(status)).length;
    const killed = count('Killed', 'Timeout');
    const survived = count('Survived');
    const run = killed + survived + count('NoCoverage');
    return {
      file,
      // What `sample.ts` left out failed its check.
      all: run + count('CompileError'),
      run,
      killed,
      survived,
      worthALook: mutants
        .filter((mutant) => ['Survived', 'NoCoverage', 'Timeout'].includes(outcomeOf(mutant)))
        .map(
          ({ mutatorName, replacement = '', location: { start }, ...result }) =>
            `${file}:${start.line}:${start.column} ${outcomeOf(result)}, ${mutatorName} → ${oneLine(replacement)}\n    ${lines[start.line - 1]?.trim()}`,
        ),
    };
  });

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 100);

const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;

export const scoreHeader = `| path | mutants | run | killed | of all | of covered | 95 % interval |
| --- | --- | --- | --- | --- | --- | --- |`;

/** One line of the table: mutants, those run, those killed, of all and of those in lines that tests run. */
export const scoreLine = (name: string, scores: readonly FileScore[]): string => {
  const sum = (count: (score: FileScore) => number) =>
    scores.reduce((total, score) => total + count(score), 0);
  const [all, run, killed] = [sum(({ all }) => all), sum(({ run }) => run), sum((s) => s.killed)];
  const covered = killed + sum(({ survived }) => survived);
  const scored = `${percent(killed, run)} | ${percent(killed, covered)}`;
  return `| ${name} | ${all} | ${run} | ${killed} | ${scored} | ${run < all ? interval(killed, covered) : '–'} |`;
};

const interval = (part: number, whole: number): string => {
  if (whole === 0) return '–';
  const [low, high] = wilson(part, whole);
  return `${(100 * low).toFixed(0)}–${(100 * high).toFixed(0)} %`;
};
