import { z } from 'zod';

const inEnglish = z.locales.en().localeError;

/** Zod's English text; of rules of our own, which have a text in Portuguese, only that they do not hold. */
export const describeIssue = (issue: z.core.$ZodIssue, input: unknown): string => {
  if (issue.code !== 'invalid_type' && isBlank(issue.path, input)) return 'must not be blank';
  const isPattern = issue.code === 'invalid_format' && issue.format === 'regex';
  if (issue.code === 'custom' || isPattern) return 'is not valid';
  const said = inEnglish({ ...issue, input: undefined });
  const text = typeof said === 'string' ? said : said?.message;
  return text?.replace(/, received undefined$/, '') ?? 'is not valid';
};

const isBlank = (path: readonly PropertyKey[], input: unknown): boolean => {
  let value = input;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return false;
    value = Reflect.get(value, key);
  }
  return typeof value === 'string' && value.trim() === '';
};
