import type { ReferenceObject, ResponseObject } from 'openapi3-ts';
import { type FailureCode, failures, type RouteRules } from '../../contract/index.ts';
import { commonHeaders, type HeaderName, headerRefs } from './headers.ts';

/** The failure responses of a document. A shared one is published once under the name of its code. */
interface PublishedFailures {
  /** The shared responses so far, in alphabetical order. */
  named: () => Record<string, ResponseObject>;
  /** The failures of a route by status, with codes and texts. */
  publish: (rules: RouteRules) => Record<string, ResponseObject | ReferenceObject>;
}

export const publishedFailures = (): PublishedFailures => {
  const named = new Map<string, ResponseObject>();
  return {
    named: () => Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1))),
    publish: (rules) => {
      const byStatus = Object.groupBy(rules.failures, (code) => failures[code].status);
      return Object.fromEntries(
        Object.entries(byStatus).map(([status, codes = []]) => {
          const response = failureResponse(Number(status), codes, rules);
          const name = sharedName(codes, rules);
          if (!name) return [status, response];
          named.set(name, response);
          return [status, { $ref: `#/components/responses/${name}` }];
        }),
      );
    },
  };
};

const textOn = (rules: RouteRules, code: FailureCode): string =>
  rules.texts[code] ?? failures[code].message;

/** The shared name of a failure that is alone with its status and has the common text. */
const sharedName = ([code, ...others]: FailureCode[], rules: RouteRules): string | undefined => {
  if (!code || others.length > 0 || rules.texts[code] || rules.failureField !== 'message') return;
  return code.replaceAll(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase());
};

const failureResponse = (
  status: number,
  codes: FailureCode[],
  rules: RouteRules,
): ResponseObject => ({
  description: codes.map((code) => `\`${code}\`: ${textOn(rules, code)}`).join('\n\n'),
  headers: headerRefs([...commonHeaders, 'X-Error-Code', ...(headersByStatus[status] ?? [])]),
  content: {
    'application/json': {
      schema: {
        $ref: `#/components/schemas/${rules.failureField === 'error' ? 'GroupRankingFailure' : 'Failure'}`,
      },
      examples: Object.fromEntries(
        codes.map((code) => [
          code,
          { value: { success: false, [rules.failureField]: textOn(rules, code) } },
        ]),
      ),
    },
  },
});

const headersByStatus: Record<number, readonly HeaderName[]> = {
  400: ['X-Error-Field'],
  401: ['WWW-Authenticate'],
  416: ['Content-Range'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};
