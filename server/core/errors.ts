import { failures } from '../../contract/failure-codes.ts';
import { isOutage, violatedConstraint } from '../../db/connection/errors.ts';
import type { Role } from '../config/roles.ts';

/** Codes that only the internal API uses; the console has its own texts for them. */
const internalFailures = {
  'cross-site': { status: 403, message: 'Requisição de outro site' },
  'sign-in-failed': { status: 400 },
  'session-not-found': { status: 404 },
  'key-not-found': { status: 404 },
  'last-administrator': { status: 409 },
  'account-not-found': { status: 404 },
  'quiz-not-a-draft': { status: 409 },
  'quiz-not-published': { status: 409 },
  'quiz-unfinished': { status: 409 },
  'quiz-changed': { status: 409 },
  'correction-outdated': { status: 409 },
  'quiz-attempted': { status: 409 },
  'erasure-outdated': { status: 409 },
  'person-not-found': { status: 404 },
  'day-not-credited': { status: 404 },
  'day-out-of-range': { status: 400 },
  'day-for-all-not-found': { status: 404 },
  'job-not-found': { status: 404 },
  'caller-left': { status: 499, message: 'Requisição cancelada' },
  'agent-not-found': { status: 404 },
  'model-failed': { status: 502 },
  'model-budget-exhausted': { status: 429 },
  'merge-outdated': { status: 409 },
  'bulk-outdated': { status: 409 },
  'change-not-found': { status: 404 },
  'change-not-undoable': { status: 409 },
  'macro-not-found': { status: 404 },
  'macro-in-use': { status: 409 },
  'macro-name-taken': { status: 409 },
  'macro-unfit-for-rules': { status: 409 },
  'too-many-macros': { status: 409 },
  'rule-not-found': { status: 404 },
  'rule-name-taken': { status: 409 },
  'too-many-rules': { status: 409 },
  'requesters-differ': { status: 409 },
  'requester-without-email': { status: 409 },
  'mail-not-configured': { status: 409 },
  'mail-not-sent': { status: 502 },
  'reply-empty': { status: 400 },
  'reply-variables-missing': { status: 400 },
  'message-not-found': { status: 404 },
  'mail-not-found': { status: 404 },
  'mail-not-undoable': { status: 409 },
  'draft-not-found': { status: 404 },
  'draft-not-pending': { status: 409 },
  'newer-message': { status: 409 },
  'composing-changed': { status: 409 },
  'mail-already-sent': { status: 409 },
  'view-not-found': { status: 404 },
  'too-many-views': { status: 409 },
  'webhook-not-found': { status: 404 },
  'webhook-delivery-not-found': { status: 404 },
  'webhook-url-refused': { status: 400 },
  'too-many-webhooks': { status: 409 },
  'job-running': { status: 409 },
  'mail-unreadable': { status: 409 },
  'attachments-too-large': { status: 413 },
} as const satisfies Record<string, { status: number; message?: string }>;

/** All failures with the HTTP status, which also determines tRPC's code, and the text for readers. */
export const errorTable = { ...failures, ...internalFailures };

export type ErrorCode = keyof typeof errorTable;

export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;
  /** The text after the colon in the message of `invalid-request`. */
  readonly detail: string | undefined;
  /** The invalid field, such as `answers.0.answer`. */
  readonly field: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** The state that caused a conflict, such as `approved`. */
  readonly state: string | undefined;
  /** The lowest allowed role; set with `forbidden`. */
  readonly requiredRole: Role | undefined;

  constructor(
    code: ErrorCode,
    options: {
      detail?: string;
      field?: string;
      retryAfterSeconds?: number;
      state?: string;
      requiredRole?: Role;
      cause?: unknown;
    } = {},
  ) {
    super(options.detail ? `${code}: ${options.detail}` : code, { cause: options.cause });
    this.code = code;
    this.detail = options.detail;
    this.field = options.field;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.state = options.state;
    this.requiredRole = options.requiredRole;
  }
}

/** Converts any error; an unexpected one becomes `internal-error`. */
export const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  return new AppError(isOutage(error) ? 'unavailable' : 'internal-error', { cause: error });
};

export const textOf = (code: ErrorCode): string => {
  const failure: { status: number; message?: string } = errorTable[code];
  return failure.message ?? code;
};

/** Returns true for errors to log: the service or one of its dependencies failed. */
export const isFault = (error: AppError): boolean => errorTable[error.code].status >= 500;

export const orThrow = <T>(value: T | undefined, code: ErrorCode): T => {
  if (value === undefined) throw new AppError(code);
  return value;
};

export const mapConstraintErrors = async <T>(
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
