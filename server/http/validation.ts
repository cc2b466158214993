import type { RequestValidationError } from '@ts-rest/express';
import { type FailureCode, failures } from '../../contract/index.ts';
import { AppError, type ErrorCode } from '../errors.ts';
import { describeIssue, type Issue } from '../validation.ts';

/**
 * What a request that breaks the contract is refused with: the failure whose text the contract gave to the broken check,
 * else `invalid-request` with the first field and what is wrong with it.
 */
export const requestRefusal = (error: RequestValidationError): AppError => {
  const parts = [
    ['path', error.pathParams],
    ['headers', error.headers],
    ['query', error.query],
    ['body', error.body],
  ] as const;
  const issues = parts.flatMap(([part, failure]) =>
    (failure?.issues ?? []).map((issue: Issue) => ({ part, issue })),
  );
  for (const { issue } of issues) {
    const code = codeByText.get(issue.message);
    if (code) return new AppError(code, { cause: error });
  }
  const [first] = issues;
  const detail = first && describeIssue(first.issue, first.part);
  return new AppError('invalid-request', { ...(detail && { detail }), cause: error });
};

/** Error codes by their text: a zod check whose message is a failure's text is that failure. */
const codeByText = new Map<string, ErrorCode>(
  (
    ['tag-fields-required', 'quiz-fields-required', 'batch-too-large'] satisfies (FailureCode &
      ErrorCode)[]
  ).map((code) => [failures[code].message, code]),
);
