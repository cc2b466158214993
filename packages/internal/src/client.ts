// tRPC's types name `Disposable`, `Response` and the like, which the libraries of ES2022 lack.
/// <reference lib="esnext.disposable" preserve="true" />
/// <reference lib="dom" preserve="true" />
/// <reference lib="dom.iterable" preserve="true" />

import { createTRPCClient, httpLink, type TRPCClient, TRPCClientError } from '@trpc/client';
import type { InternalRouter } from './generated/router.ts';

/** How a client reaches the internal API. */
export interface InternalClientOptions {
  /**
   * The address of the internal listener, such as `http://127.0.0.1:3001`, with or without a slash
   * at the end.
   */
  url: string;
  /**
   * An access token of an agent or an administrator, or a function that returns one before every
   * call.
   */
  token: string | (() => string | Promise<string>);
  /**
   * The deadline of one call in milliseconds. Default: none. The call then rejects with an {@link
   * InternalError} without `data`.
   */
  timeoutMs?: number | undefined;
  /** Sends the requests in place of the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
}

/**
 * A client of the internal API: `client.tickets.list.query(input)`,
 * `client.tags.create.mutate(input)`.
 */
export type InternalClient = TRPCClient<InternalRouter>;

/**
 * What a call rejects with. `data` is undefined if there was no response, or none from the service.
 */
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

/** Whether a caught value is a failure of a call. `error.data?.errorCode` is its stable code. */
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
