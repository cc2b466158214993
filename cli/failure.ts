import { CliValidationError, kebabCase } from 'trpc-cli';
import { z } from 'zod';
import { isInternalError } from '../packages/internal/src/index.ts';
import { isLeitorError, type LeitorError } from '../packages/sdk/src/index.ts';

/** Exit codes of failed commands. */
export const exitCodes = {
  /** The service refused or failed, or only part of the work was done. */
  failed: 1,
  /** Unknown command or invalid arguments. */
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

/** A failure in fields, for programs. */
export interface FailureFields {
  /** The service's stable code; of a failure that is not its own, `usage`, `unreachable` or `failed`. */
  code: string;
  /** The field of the input to blame. */
  field?: string | undefined;
  requestId?: string | undefined;
}

/** A one-line message in English, the exit code of an error, and the failure in fields. */
export const describeFailure = (
  error: unknown,
): { line: string; code: number; fields: FailureFields } => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof CliValidationError) {
      // The command's help follows.
      const [usageError = ''] = cause.message.split('\n\n');
      return failureOf('usage', oneLine(usageError).replace(/^✖ /, ''));
    }
    if (cause instanceof UsageError) return failureOf('usage', `${cause.message} (see --help)`);
    if (cause instanceof UnreachableError) return failureOf('unreachable', cause.message);
    if (isInternalError(cause) && cause.data === undefined) {
      const line = `could not reach the internal API (is the service running?): ${cause.message}`;
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
  return failureOf('failed', error instanceof Error ? error.message : String(error));
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

/** A text about options instead of fields, which are in backticks. */
export const inOptions = (text: string): string =>
  text.replaceAll(/`(\w+)`/g, (_, field) => `--${kebabCase(field)}`);

/** A text about an input, which begins with the field to blame, about the option instead. */
const namingOption = (field: string, says: string): string =>
  oneLine(`${field === '' ? '' : `--${kebabCase(field)}`}${says.slice(field.length)}`);

/** Refuses the input of a local command as the service would. */
export const inputError = ({ field, text }: { field: string; text: string }): UsageError =>
  new UsageError(namingOption(field, text));

/** The service's code in words, and its text if that says more. */
const serviceFailure = (error: Error & { data?: unknown }): string => {
  const { errorCode = '', requestId, requiredRole } = failureDataOf(error);
  if (errorCode === '') return oneLine(error.message);
  if (errorCode === 'internal-error') return `internal error of the service (request ${requestId})`;
  if (requiredRole !== undefined) return `${inWords(errorCode)}: needs the role ${requiredRole}`;
  const says = oneLine(inOptions(error.message));
  return says === errorCode ? inWords(errorCode) : `${inWords(errorCode)}: ${says}`;
};

/** Details of a failure of the public API, whose texts are Portuguese. */
const publicFailure = ({ code, hint, field, requestId }: LeitorError): string => {
  const blamed = field === undefined ? '' : `: field ${field}`;
  const request = requestId === undefined ? '' : ` (request ${requestId})`;
  return oneLine(hint ?? `${inWords(code)}${blamed}${request}`);
};

const inWords = (code: string): string => code.replaceAll('-', ' ');

/** The parser's usage error in one line, without the help below it. */
export const usageErrorOf = (text: string): string | undefined => {
  const [, usageError] = /^\s*error: ([\s\S]*?)(?:\n\s*\n|\n*Usage:|$)/.exec(text) ?? [];
  return usageError === undefined ? undefined : oneLine(usageError);
};

const oneLine = (text: string): string => text.trim().replaceAll(/\s*\n\s*/g, ' ');
