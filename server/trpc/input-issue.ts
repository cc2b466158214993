import { z } from 'zod';
import { fieldOf } from '../text/zod-messages.ts';

const inEnglish = z.locales.en().localeError;

/** Adds a reason in English to the contract's Portuguese text. */
export const because = (reason: string) => ({ params: { reason } });

/** An invalid field; `field` is empty for the whole input, and the text begins with it. */
interface InputIssue {
  field: string;
  text: string;
}

/** Describes an invalid input; unknown fields come first, because one may be a misspelt required field. */
export const describeInput = ({ issues }: z.core.$ZodError, input: unknown): InputIssue => {
  const unknown = issues.find(({ code }) => code === 'unrecognized_keys');
  if (unknown?.code === 'unrecognized_keys') {
    const field = fieldOf({ message: '', path: [...unknown.path, ...unknown.keys.slice(0, 1)] });
    return { field, text: `${field}: unknown field` };
  }
  const [issue] = issues;
  if (!issue) return { field: '', text: 'the input is not valid' };
  const field = fieldOf(issue);
  const reason = reasonOf(issue, input);
  if (reason === undefined) return { field, text: `${field && `${field}: `}${zodText(issue)}` };
  return { field, text: `${field ? `${field}:` : 'the input'} ${reason}` };
};

const reasonOf = (issue: z.core.$ZodIssue, input: unknown): string | undefined => {
  if (issue.code !== 'invalid_type' && isBlank(issue.path, input)) return 'must not be blank';
  if (issue.code === 'invalid_format' && issue.format === 'datetime') {
    return 'must be a moment as 2026-10-01T09:00:00-03:00';
  }
  const reason = issue.code === 'custom' ? issue.params?.reason : undefined;
  return typeof reason === 'string' ? reason : undefined;
};

const zodText = (issue: z.core.$ZodIssue): string => {
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
