import { TRPCClientError } from '@trpc/client';
import type { InternalFailure, InternalRouter } from '../../../packages/internal/src/index.ts';
import { failures } from './failure-texts.ts';

/** What a failed call carries; undefined if there was no response of the service. */
export const failureOf = (error: unknown): InternalFailure['data'] | undefined =>
  isFailure(error) ? (error.data ?? undefined) : undefined;

const isFailure = (error: unknown): error is TRPCClientError<InternalRouter> =>
  error instanceof TRPCClientError;

export const isSignedOut = (error: unknown): boolean => failureOf(error)?.httpStatus === 401;

/** Why a call failed, for a person to read. */
export const failureText = (error: unknown): string => {
  const failure = failureOf(error);
  const { errorCode = null, state, requestId } = failure ?? {};
  return failures.codes[`${errorCode}:${state}`] ?? failureTextOf(errorCode, requestId);
};

/** Why something failed, by its code; null: there was no response. */
export const failureTextOf = (code: string | null, requestId?: string): string => {
  if (code === null) return failures.unreachable;
  return failures.codes[code] ?? failures.other(code, requestId);
};
