import { createHash } from 'node:crypto';
import { relative } from 'node:path';

// A plugin of Stryker for `npm run mutate -- --sample N`. A checker draws the sample because Stryker shows it all mutants before the first
// one runs. A mutant that fails a check is in no score.

export interface Mutant {
  id: string;
  fileName: string;
  mutatorName: string;
  replacement: string;
  location: { start: { line: number; column: number }; end: { line: number; column: number } };
}

/** A random number that is the same in every run with this seed, on every machine. */
const numberOf = (
  { fileName, mutatorName, replacement, location: { start, end } }: Mutant,
  seed: string,
): string => {
  const place = [start.line, start.column, end.line, end.column];
  const mutant = [relative(process.cwd(), fileName), ...place, mutatorName, replacement];
  return createHash('sha256')
    .update(JSON.stringify([seed, ...mutant]))
    .digest('hex');
};

/** The ids of `size` mutants, each as likely as any other. */
export const drawSample = (mutants: readonly Mutant[], size: number, seed: string): string[] =>
  mutants
    .map((mutant) => ({ id: mutant.id, number: numberOf(mutant, seed) }))
    .sort((a, b) => (a.number < b.number ? -1 : 1))
    .slice(0, size)
    .map(({ id }) => id);

const checker = {
  init: async () => undefined,
  /** All in one group, so that `check` gets all of them at once. */
  group: async (mutants: Mutant[]): Promise<string[][]> => [mutants.map(({ id }) => id)],
  check: async (mutants: Mutant[]) => {
    const { MUTATION_SAMPLE: size, MUTATION_SEED: seed = '' } = process.env;
    const sample = new Set(drawSample(mutants, Number(size), seed));
    const leftOut = { status: 'compileError', reason: 'not in the sample' };
    return Object.fromEntries(
      mutants.map(({ id }) => [id, sample.has(id) ? { status: 'passed' } : leftOut]),
    );
  },
};

export const strykerPlugins = [{ kind: 'Checker', name: 'sample', value: checker }];
