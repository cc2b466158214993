import type { OperationName, Operations } from './generated/operations.ts';

/** For people, who can do the same about all failures that the service did not report. */
const unavailable = 'Não foi possível falar com o serviço.';

/**
 * The codes of failures that the service did not report: the browser is offline, there was no response, none in time, or one that is not
 * the service's (a proxy's error page).
 */
export type ClientErrorCode = 'offline' | 'connection-failed' | 'timed-out' | 'unexpected-response';

/** Every code that a call of an operation can fail with, as far as this version of the package knows. */
export type ErrorCodeOf<O extends OperationName> = Operations[O]['errorCode'] | ClientErrorCode;

/** What a `LeitorError` is made of. */
export interface ErrorParts {
  operation: OperationName;
  status: number;
  headers: Headers;
  body: unknown;
  /** Replaces what the response says. */
  code?: ClientErrorCode;
  hint?: string;
  cause?: unknown;
}

/** Thrown by every operation if the response is not a success, or if there is none. `message` is Portuguese text for people. */
export class LeitorError<O extends OperationName = OperationName> extends Error {
  override readonly name = 'LeitorError';
  /** The operation that failed. */
  readonly operation: O;
  /** The HTTP status; 0 if there was no response. */
  readonly status: number;
  /** The stable code of the failure. A newer service may send one that the type does not list: keep a default case. */
  readonly code: ErrorCodeOf<O>;
  /** For developers: what is known of a failure that the service did not report. Not for pages. */
  readonly hint: string | undefined;
  /** The field of the request that a validation failure blames, as `answers.0.answer`. */
  readonly field: string | undefined;
  /** What to quote to support. */
  readonly requestId: string | undefined;
  /** How many seconds the service asks to wait. */
  readonly retryAfter: number | undefined;
  /** The response headers; empty if there was no response. */
  readonly headers: Headers;
  /** The response body: parsed JSON, else text. */
  readonly body: unknown;

  /** @internal */
  constructor({ operation, status, headers, body, code, hint, cause }: ErrorParts) {
    super(
      textOf(body) ?? (code === 'offline' ? 'Você está sem conexão com a internet.' : unavailable),
      {
        cause,
      },
    );
    const header = (name: string) => headers.get(name) ?? undefined;
    this.operation = operation as O;
    this.status = status;
    this.code = (code ?? header('x-error-code') ?? 'unexpected-response') as ErrorCodeOf<O>;
    this.hint = hint;
    this.field = header('x-error-field');
    this.requestId = header('x-request-id');
    this.retryAfter = retryAfterOf(headers);
    this.headers = headers;
    this.body = body;
  }

  /** What a log should hold: no headers and no body, which may be private. */
  toJSON() {
    return { ...this, message: this.message, headers: undefined, body: undefined };
  }
}

/**
 * Whether a caught value is a {@link LeitorError}, and of which operation. With an operation, `error.code` is that operation's own
 * union of codes.
 */
export const isLeitorError = <O extends OperationName = OperationName>(
  error: unknown,
  operation?: O,
): error is LeitorError<O> =>
  // By name: an application may hold the ES module and the CommonJS build at once.
  error instanceof Error &&
  error.name === 'LeitorError' &&
  (operation === undefined || (error as LeitorError).operation === operation);

/** The seconds of `Retry-After`, which may also be a date. */
export const retryAfterOf = (headers: Headers): number | undefined => {
  const text = headers.get('retry-after');
  if (!text) return undefined;
  const seconds = Number.isNaN(Number(text))
    ? (Date.parse(text) - Date.now()) / 1000
    : Number(text);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
};

/** The text of a failure: `message`, or `error` on the group ranking. */
const textOf = (body: unknown): string | undefined => {
  const { message, error } = (body ?? {}) as Record<string, unknown>;
  const text = message ?? error;
  return typeof text === 'string' ? text : undefined;
};
