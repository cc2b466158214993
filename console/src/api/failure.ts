import { TRPCClientError } from '@trpc/client';
import type { InternalFailure, InternalRouter } from '../../../packages/internal/src/index.ts';
import { failures } from './failure-texts.ts';

/** The details of a failed call; undefined if the service did not respond. */
export const failureOf = (error: unknown): InternalFailure['data'] | undefined =>
  isFailure(error) ? (error.data ?? undefined) : undefined;

const isFailure = (error: unknown): error is TRPCClientError<InternalRouter> =>
  error instanceof TRPCClientError;

/** A failure with a code of the service; null means that there was no response. */
export class CodedFailure extends Error {
  readonly code: string | null;
  constructor(code: string | null) {
    super(code ?? undefined);
    this.code = code;
  }
}

export const isSignedOut = (error: unknown): boolean => failureOf(error)?.httpStatus === 401;

/** A readable reason for a failed call. */
export const failureText = (error: unknown): string => {
  if (error instanceof CodedFailure) return failureTextOf(error.code);
  const failure = failureOf(error);
  const { errorCode = null, state, requestId } = failure ?? {};
  return failures.codes[`${errorCode}:${state}`] ?? failureTextOf(errorCode, requestId);
};

/** The text of a failure code; null means that there was no response. */
export const failureTextOf = (code: string | null, requestId?: string): string => {
  if (code === null) return failures.unreachable;
  const kind = Object.entries(failures.kinds).find(([part]) => code.includes(part));
  return failures.codes[code] ?? kind?.[1] ?? failures.other(code, requestId);
};
