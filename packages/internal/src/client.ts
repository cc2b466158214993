// tRPC's types name `Disposable`, `Response` and the like, which the libraries of ES2022 lack.
/// <reference lib="esnext.disposable" preserve="true" />
/// <reference lib="dom" preserve="true" />
/// <reference lib="dom.iterable" preserve="true" />

import { createTRPCClient, httpLink, type TRPCClient, TRPCClientError } from '@trpc/client';
import type { InternalRouter } from './generated/router.ts';

/** Options of a client of the internal API. */
export interface InternalClientOptions {
  /**
   * The address of the internal listener, such as `http://127.0.0.1:3001`. A slash at the end is optional.
   */
  url: string;
  /** An access token of an agent or an administrator, or a function that returns one before each call. */
  token: string | (() => string | Promise<string>);
  /**
   * The deadline of one call in milliseconds. Default: none. The call then rejects with an {@link
   * InternalError} without `data`.
   */
  timeoutMs?: number | undefined;
  /** Sends the requests in place of the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
}

export type InternalClient = TRPCClient<InternalRouter>;

/** The error that a call rejects with. `data` is undefined if the service did not respond. */
export type InternalError = TRPCClientError<InternalRouter>;

/**
 * Creates a client of the internal API. It does not retry.
 *
 * ```ts
 * const internal = createInternalClient({ url: 'http://127.0.0.1:3001', token });
 * const { items } = await internal.tickets.list.query({ status: 'open' });
 * ```
 */
export const createInternalClient = (options: InternalClientOptions): InternalClient => {
  const { url, token, timeoutMs, fetch: given } = options;
  return createTRPCClient<InternalRouter>({
    links: [
      httpLink({
        url: `${url.replace(/\/+$/, '')}/trpc`,
        headers: async () => ({
          authorization: `Bearer ${typeof token === 'string' ? token : await token()}`,
        }),
        fetch: (input, init) =>
          (given ?? fetch)(input, { ...init, signal: signalOf(init?.signal, timeoutMs) }),
      }),
    ],
  });
};

/** Returns true if a caught value is a failed call. `error.data?.errorCode` is its stable code. */
export const isInternalError = (error: unknown): error is InternalError =>
  error instanceof TRPCClientError;

const signalOf = (
  given: AbortSignal | null | undefined,
  timeoutMs: number | undefined,
): AbortSignal | null => {
  if (timeoutMs === undefined) return given ?? null;
  const deadline = AbortSignal.timeout(timeoutMs);
  return given ? AbortSignal.any([given, deadline]) : deadline;
};
