import { kebabCase } from 'trpc-cli';
import { z } from 'zod';
import { internalRouter } from '../../server/internal-router.ts';
import { UsageError } from './failure.ts';

const inEnglish = z.locales.en().localeError;

/**
 * Checks an input as the service will, with messages in English.
 *
 * @throws UsageError naming the option and what it must be
 */
export const validateInput = (path: string, input: unknown): void => {
  for (const schema of inputsOf(path)) {
    if (!(schema instanceof z.ZodType)) continue;
    const [issue] = schema.safeParse(input).error?.issues ?? [];
    if (issue) throw new UsageError(`${optionOf(issue.path)} ${describe(issue)}`);
  }
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

/** Zod's English text; of rules of our own, which have a text in Portuguese, only that they do not hold. */
const describe = (issue: z.core.$ZodIssue): string => {
  if (issue.code === 'custom') return 'is not valid';
  const said = inEnglish({ ...issue, input: undefined });
  const text = typeof said === 'string' ? said : said?.message;
  return text?.replace(/, received undefined$/, '') ?? 'is not valid';
};
