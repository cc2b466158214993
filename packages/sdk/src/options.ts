import type { OperationName } from './generated/operations.ts';

/** How a client reaches the API. */
export interface LeitorOptions {
  /** The base address of support, quiz and resources, with or without a slash at the end. */
  baseUrl: string;
  /** The base address of streaks, rankings and groups. Default: `baseUrl`. */
  streaksBaseUrl?: string | undefined;
  /** An access token that does not change. Without `token` and `getToken`, requests are anonymous. */
  token?: string | undefined;
  /** Returns the access token. Called before every request; may be async. Takes precedence over `token`. */
  getToken?: (() => string | undefined | Promise<string | undefined>) | undefined;
  /**
   * Renews the session after a 401: one call, however many requests were refused at once; each is then sent again, once. Return the
   * new token, or a promise of it, to use it in place of `token`. With `getToken`, return nothing: `getToken` is called again. If it rejects, the
   * refused requests reject with the same reason.
   */
  onUnauthorized?: (() => unknown) | undefined;
  /** The deadline of one attempt, in milliseconds. Default: 60 000; 300 000 for uploads, downloads and generated text. */
  timeoutMs?: number | undefined;
  /** How often a request that failed is sent again. Default: 3. See the README for what is retried. */
  retries?: number | undefined;
  /** Sends the requests in place of the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Called before every attempt. It may change `headers`. */
  onRequest?: ((request: RequestEvent) => void | Promise<void>) | undefined;
  /** Called after every attempt. */
  onResponse?: ((response: ResponseEvent) => void | Promise<void>) | undefined;
}

/** One attempt at a request, before it is sent. */
export interface RequestEvent {
  operation: OperationName;
  method: string;
  url: string;
  headers: Headers;
  /** 0 for the first attempt. */
  attempt: number;
}

/** One attempt at a request, after its response or its failure. */
export interface ResponseEvent extends Omit<RequestEvent, 'headers'> {
  /** The HTTP status; 0 if there was no response. */
  status: number;
  /** The response headers; empty if there was no response. */
  headers: Headers;
  /** Whether the service replayed the response of an earlier request with the same idempotency key. */
  replayed: boolean;
  durationMs: number;
  /** When the next attempt starts, in milliseconds; undefined if this was the last one. */
  retryInMs: number | undefined;
  /** Why there was no response. */
  error: unknown;
}
