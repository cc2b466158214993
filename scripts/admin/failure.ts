import { TRPCClientError } from '@trpc/client';
import { CliValidationError } from 'trpc-cli';

/** What the exit code of a failed command tells a script. */
export const exitCodes = {
  /** The service refused or failed, or only part was done. */
  failed: 1,
  /** No such command, or not with such words. */
  usage: 2,
  /** The service was out of reach, or there was no token to ask it with. */
  unreachable: 3,
} as const;

/** Thrown where a command cannot even be asked for. */
export class UnreachableError extends Error {
  override name = 'UnreachableError';
}

/** A failure in one line, and its exit code. */
export const describeFailure = (error: unknown): { line: string; code: number } => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof CliValidationError) {
      // Below it comes the command's help.
      const [complaint = ''] = cause.message.split('\n\n');
      return { line: oneLine(complaint).replace(/^✖ /, ''), code: exitCodes.usage };
    }
    if (cause instanceof UnreachableError) {
      return { line: oneLine(cause.message), code: exitCodes.unreachable };
    }
    if (cause instanceof TRPCClientError && cause.data === undefined) {
      const line = `could not reach the internal API (is the service running?): ${cause.message}`;
      return { line: oneLine(line), code: exitCodes.unreachable };
    }
    if (cause instanceof TRPCClientError) {
      return { line: oneLine(cause.message), code: exitCodes.failed };
    }
  }
  const text = error instanceof Error ? error.message : String(error);
  return { line: oneLine(text), code: exitCodes.failed };
};

/** What the parser of the command line complains of, in one line, without the help that it puts below. */
export const complaintOf = (text: string): string | undefined => {
  const [, complaint] = /^\s*error: ([\s\S]*?)(?:\n\s*\n|\n*Usage:|$)/.exec(text) ?? [];
  return complaint === undefined ? undefined : oneLine(complaint);
};

const oneLine = (text: string): string => text.trim().replaceAll(/\s*\n\s*/g, ' ');
