import { type AppRoute, validateIfSchema } from '@ts-rest/core';
import { AppError } from '../errors.ts';
import { describeIssue, failureCodeOf, fieldOf, type Issue } from '../text/zod-messages.ts';

/** The parts of a request that a contract describes. */
export interface RequestParts {
  params: unknown;
  headers: unknown;
  query: unknown;
  body: unknown;
}

/**
 * Makes the validation of a route's requests. It returns the parts that the route declares as its schemas parse them, and the
 * others as they came.
 *
 * A request that breaks the contract is refused with the failure code that the broken check carries in its `params.failure`, else
 * with `invalid-request` and the first field that is wrong.
 */
export const validatorOf = (route: AppRoute): ((parts: RequestParts) => RequestParts) => {
  const declared = [
    { part: 'params', name: 'path', schema: route.pathParams },
    { part: 'headers', name: 'headers', schema: route.headers },
    { part: 'query', name: 'query', schema: route.query },
    { part: 'body', name: 'body', schema: 'body' in route ? route.body : undefined },
  ] as const;
  const checked = declared.filter(({ schema }) => schema);
  return (parts) => {
    const validated = { ...parts };
    const problems: Problem[] = [];
    for (const { part, name, schema } of checked) {
      const { value, error } = validateIfSchema(parts[part], schema);
      validated[part] = value;
      for (const issue of error?.issues ?? []) problems.push({ name, issue });
    }
    const [first, ...others] = problems;
    if (first) throw refusalOf([first, ...others]);
    return validated;
  };
};

interface Problem {
  /** The part of the request. */
  name: string;
  issue: Issue;
}

const refusalOf = (problems: readonly [Problem, ...Problem[]]): AppError => {
  for (const { issue } of problems) {
    const code = failureCodeOf([issue]);
    if (code) return new AppError(code, blame(issue));
  }
  const [{ issue, name }] = problems;
  return new AppError('invalid-request', { detail: describeIssue(issue, name), ...blame(issue) });
};

const blame = (issue: Issue): { field?: string } => {
  const field = fieldOf(issue);
  return field ? { field } : {};
};
