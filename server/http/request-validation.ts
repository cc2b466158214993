import type { RequestValidationError } from '@ts-rest/express';
import { AppError } from '../core/errors.ts';
import { describeIssue, failureCodeOf, fieldOf, type Issue } from '../text/zod-messages.ts';

/** Returns the failed check's `params.failure`, otherwise `invalid-request` with the first invalid field. */
export const refusalOf = ({
  pathParams,
  headers,
  query,
  body,
}: RequestValidationError): AppError => {
  const parts = { path: pathParams, headers, query, body };
  const problems = Object.entries(parts).flatMap(([part, error]) =>
    (error?.issues ?? []).map((issue) => ({ part, issue })),
  );
  for (const { issue } of problems) {
    const code = failureCodeOf([issue]);
    if (code) return new AppError(code, blame(issue));
  }
  const [first] = problems;
  if (!first) return new AppError('invalid-request');
  const detail = describeIssue(first.issue, first.part);
  return new AppError('invalid-request', { detail, ...blame(first.issue) });
};

const blame = (issue: Issue): { field?: string } => {
  const field = fieldOf(issue);
  return field ? { field } : {};
};
