import { isOutage, violatedConstraint } from '../db/violations.ts';

/** Every way the services can refuse or fail. Each transport maps the whole list, checked by the compiler. */
export type ErrorCode =
  | 'invalid-request'
  | 'malformed-json'
  | 'invalid-token'
  | 'forbidden'
  | 'not-found'
  | 'method-not-allowed'
  | 'request-timeout'
  | 'idempotency-key-in-use'
  | 'idempotency-key-reused'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'headers-too-large'
  | 'rate-limited'
  | 'internal-error'
  | 'unavailable'
  | 'account-not-found'
  | 'tag-fields-required'
  | 'tag-name-taken'
  | 'tag-in-use'
  | 'tag-not-found'
  | 'quick-reply-not-found'
  | 'quick-reply-shortcut-taken'
  | 'ticket-not-found'
  | 'batch-too-large'
  | 'caller-left'
  | 'agent-not-found'
  | 'model-failed'
  | 'mail-not-found'
  | 'mail-already-sent'
  | 'attachment-not-found'
  | 'attachment-too-large'
  | 'attachment-type-not-allowed'
  | 'range-not-satisfiable'
  | 'group-not-found'
  | 'group-forbidden'
  | 'group-member-not-found'
  | 'ranking-timed-out'
  | 'quiz-fields-required'
  | 'quiz-already-attempted'
  | 'quiz-not-found'
  | 'quiz-already-generated'
  | 'quiz-attempted'
  | 'no-edition-available'
  | 'newsletter-unavailable'
  | 'quiz-generation-failed'
  | 'job-not-found'
  | 'job-running';

/** A refusal or failure with a code of the closed list. The transport gives it its status and text. */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;
  /** What the text of `invalid-request` says after its colon. */
  readonly detail: string | undefined;

  constructor(code: ErrorCode, options: { detail?: string; cause?: unknown } = {}) {
    super(options.detail ? `${code}: ${options.detail}` : code, { cause: options.cause });
    this.code = code;
    this.detail = options.detail;
  }
}

/** Turns whatever was thrown into an error of the closed list. What nobody foresaw is `internal-error`. */
export const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  return new AppError(isOutage(error) ? 'unavailable' : 'internal-error', { cause: error });
};

const faults = new Set<ErrorCode>([
  'internal-error',
  'unavailable',
  'newsletter-unavailable',
  'quiz-generation-failed',
]);

/** Whether the error is the service's fault or its surroundings', and so worth a line in the log. */
export const isFault = (error: AppError): boolean => faults.has(error.code);

/** Answers the value, or throws where there is none. */
export const orThrow = <T>(value: T | undefined, code: ErrorCode): T => {
  if (value === undefined) throw new AppError(code);
  return value;
};

/**
 * Runs a write; where it breaks one of the named constraints, throws that constraint's error code in place of the
 * database's error.
 */
export const refusing = async <T>(
  codes: Record<string, ErrorCode>,
  write: () => Promise<T>,
): Promise<T> => {
  try {
    return await write();
  } catch (error) {
    const code = codes[violatedConstraint(error) ?? ''];
    throw code ? new AppError(code, { cause: error }) : error;
  }
};
