import { CliValidationError, kebabCase } from 'trpc-cli';
import { z } from 'zod';
import { isInternalError } from '../packages/internal/src/index.ts';
import { isLeitorError, type LeitorError } from '../packages/sdk/src/index.ts';

/** Exit codes of failed commands. */
export const exitCodes = {
  /** The service refused or failed, or it completed only a part of the work. */
  failed: 1,
  /** The command is unknown or its arguments are invalid. */
  usage: 2,
  /** The service is unreachable, or there is no token. */
  unreachable: 3,
} as const;

/** Thrown if no request can be made. */
export class UnreachableError extends Error {
  override name = 'UnreachableError';
}

/** Thrown for arguments that the parser cannot check. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** The details of a failure, for programs. */
export interface FailureFields {
  /** The service's stable code, or `usage`, `unreachable` or `failed` for a failure of this program. */
  code: string;
  /** The invalid field of the input. */
  field?: string | undefined;
  requestId?: string | undefined;
}

/** Describes an error: a one-line message in English, the exit code, and the details. */
export const describeFailure = (
  error: unknown,
): { line: string; code: number; fields: FailureFields } => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof CliValidationError) {
      // The command's help follows the first paragraph.
      const [usageError = ''] = cause.message.split('\n\n');
      return failureOf('usage', oneLine(usageError).replace(/^✖ /, ''));
    }
    if (cause instanceof UsageError) return failureOf('usage', `${cause.message} (see --help)`);
    if (cause instanceof UnreachableError) return failureOf('unreachable', cause.message);
    if (isInternalError(cause) && cause.data === undefined) {
      const hint = 'is the service running, and LEITOR_URL or INTERNAL_PORT its internal address?';
      const line = `could not reach the internal API: ${firstReasonOf(cause)} (${hint})`;
      return failureOf('unreachable', line);
    }
    if (isInternalError(cause)) {
      const { errorCode = 'failed', field, requestId } = failureDataOf(cause);
      const fields = { code: errorCode, field, requestId };
      if (field === undefined) return { ...failureOf('failed', serviceFailure(cause)), fields };
      return { ...describeFailure(inputError({ field, text: cause.message })), fields };
    }
    if (isLeitorError(cause)) {
      const { code, field, requestId } = cause;
      const kind = code === 'connection-failed' ? 'unreachable' : 'failed';
      return { ...failureOf(kind, publicFailure(cause)), fields: { code, field, requestId } };
    }
  }
  const missing = missingFile.safeParse(error).data;
  if (missing) return failureOf('failed', `${missing.path}: no such file`);
  return failureOf('failed', error instanceof Error ? error.message : String(error));
};

const missingFile = z.object({ code: z.literal('ENOENT'), path: z.string() });

/** The reason of the first cause, which names the address that refused a connection. */
const firstReasonOf = (error: Error): string => {
  const cause = error.cause instanceof AggregateError ? error.cause.errors[0] : error.cause;
  return cause instanceof Error ? firstReasonOf(cause) : error.message;
};

const failureOf = (code: keyof typeof exitCodes, line: string) => ({
  line: oneLine(line),
  code: exitCodes[code],
  fields: { code },
});

const failureData = z.object({
  errorCode: z.string(),
  field: z.string().optional(),
  requestId: z.string().optional(),
  requiredRole: z.string().optional(),
});

const failureDataOf = ({ data }: { data?: unknown }): Partial<z.output<typeof failureData>> =>
  failureData.safeParse(data).data ?? {};

/** Renames the fields in a text, which are in backticks, to options. */
export const inOptions = (text: string): string =>
  text.replaceAll(/`(\w+)`/g, (_, field) => `--${kebabCase(field)}`);

/** Renames the field at the beginning of a text to its option. */
const namingOption = (field: string, says: string): string =>
  oneLine(`${field === '' ? '' : `--${kebabCase(field)}`}${says.slice(field.length)}`);

/** The error for an invalid input of a local command, like the service's error. */
export const inputError = ({ field, text }: { field: string; text: string }): UsageError =>
  new UsageError(namingOption(field, text));

/** The service's code in words, with its text if that adds information. */
const serviceFailure = (error: Error & { data?: unknown }): string => {
  const { errorCode = '', requestId, requiredRole } = failureDataOf(error);
  if (errorCode === '') return oneLine(error.message);
  if (errorCode === 'internal-error') return `internal error of the service (request ${requestId})`;
  if (requiredRole !== undefined) return `${inWords(errorCode)}: needs the role ${requiredRole}`;
  if (errorCode === 'invalid-token') {
    return 'invalid token: it is from LEITOR_TOKEN, LEITOR_TOKEN_FILE or else the secret in DATA_DIR';
  }
  const says = oneLine(inOptions(error.message));
  return says === errorCode ? inWords(errorCode) : `${inWords(errorCode)}: ${says}`;
};

/** A failure of the public API, whose own texts are Portuguese, in English. */
const publicFailure = ({ code, hint, field, requestId }: LeitorError): string => {
  const blamed = field === undefined ? '' : `: field ${field}`;
  const request = requestId === undefined ? '' : ` (request ${requestId})`;
  return oneLine(hint ?? `${inWords(code)}${blamed}${request}`);
};

const inWords = (code: string): string => code.replaceAll('-', ' ');

/** The parser's usage error in one line, without the help text. */
export const usageErrorOf = (text: string): string | undefined => {
  const [, usageError] = /^\s*error: ([\s\S]*?)(?:\n\s*\n|\n*Usage:|$)/.exec(text) ?? [];
  return usageError === undefined ? undefined : oneLine(usageError);
};

const oneLine = (text: string): string => text.trim().replaceAll(/\s*\n\s*/g, ' ');
