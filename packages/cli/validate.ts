import { kebabCase } from 'trpc-cli';
import { z } from 'zod';
import { internalRouter } from '../../server/internal-router.ts';
import { describeIssue } from './english.ts';
import { UsageError } from './failure.ts';

/**
 * Checks an input as the service will, with messages in English.
 *
 * @throws UsageError naming the option and what it must be
 */
export const validateInput = (path: string, input: unknown): void => {
  for (const schema of inputsOf(path)) {
    if (!(schema instanceof z.ZodType)) continue;
    const [issue] = schema.safeParse(input).error?.issues ?? [];
    if (issue) throw new UsageError(`${optionOf(issue.path)} ${describeIssue(issue, input)}`);
  }
};

/** The input with null for each option that says `null`, if the procedure takes it. */
export const readNulls = (path: string, input: unknown): unknown => {
  if (typeof input !== 'object' || input === null) return input;
  const schemas = inputsOf(path).filter((schema) => schema instanceof z.ZodType);
  const takesNull = (name: string): boolean =>
    schemas.every((schema) => {
      const issues = schema.safeParse({ ...input, [name]: null }).error?.issues ?? [];
      return issues.every((issue) => issue.path[0] !== name);
    });
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      value === 'null' && takesNull(name) ? null : value,
    ]),
  );
};

const router = z.object({ procedures: z.record(z.string(), z.unknown()) });
const procedure = z.object({ inputs: z.array(z.unknown()) });

/** The schemas of a procedure's input, from tRPC's definition of the router. */
const inputsOf = (path: string): unknown[] => {
  const { procedures } = router.parse(Reflect.get(internalRouter, '_def'));
  const found = procedures[path];
  if (typeof found !== 'function') return [];
  return procedure.safeParse(Reflect.get(found, '_def')).data?.inputs ?? [];
};

const optionOf = (path: readonly PropertyKey[]): string =>
  path.length > 0 ? `--${kebabCase(path.join('.'))}:` : 'the input:';
