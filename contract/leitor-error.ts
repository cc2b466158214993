import type { SuccessfulHttpStatusCode } from '@ts-rest/core';
import { failures } from './failure-codes.ts';

type FailureCode = keyof typeof failures;

/** What every method of the client answers. */
interface AnyResponse {
  status: number;
  body: unknown;
  headers: Headers;
}

/** What `unwrap` throws: an answer that is not a success, as an error. */
export class LeitorError extends Error {
  override name = 'LeitorError';
  /** The HTTP status. */
  readonly status: number;
  /** The stable code of the failure; absent when the answer did not come from the API, but from a proxy before it. */
  readonly code: FailureCode | undefined;
  /** What to quote to support, when the answer said it. */
  readonly requestId: string | undefined;

  /** Its `message` is the text the API answered, in Portuguese, made for people to read; else the status. */
  constructor(response: AnyResponse) {
    super(textOf(response.body) ?? `HTTP ${response.status}`);
    this.status = response.status;
    this.code = errorCode(response);
    this.requestId = response.headers.get('x-request-id') ?? undefined;
  }
}

/** The code of a failure, from the header `X-Error-Code`; undefined on a success, and for codes younger than this package. */
export const errorCode = (response: { headers: Headers }): FailureCode | undefined => {
  const code = response.headers.get('x-error-code');
  return code !== null && isFailureCode(code) ? code : undefined;
};

/**
 * The body of a 2xx answer.
 *
 * @throws {LeitorError} on any other answer, and on a 2xx that is not what the API sends (a proxy's page)
 * @throws whatever `response` rejects with
 */
export const unwrap = async <R extends AnyResponse>(
  response: R | PromiseLike<R>,
): Promise<Success<R>['body']> => {
  const answer = await response;
  if (!isSuccess(answer)) throw new LeitorError(answer);
  return answer.body;
};

type Success<R extends AnyResponse> = Extract<R, { status: SuccessfulHttpStatusCode }>;

const isSuccess = <R extends AnyResponse>(response: R): response is Success<R> =>
  response.status >= 200 &&
  response.status < 300 &&
  typeof response.body === 'object' &&
  response.body !== null;

const isFailureCode = (code: string): code is FailureCode => Object.hasOwn(failures, code);

/** The text of a failure's body: `message`, or `error` on the group ranking (docs/behaviour.md#errors). */
const textOf = (body: unknown): string | undefined => {
  if (typeof body !== 'object' || body === null) return undefined;
  if ('message' in body && typeof body.message === 'string') return body.message;
  if ('error' in body && typeof body.error === 'string') return body.error;
  return undefined;
};
