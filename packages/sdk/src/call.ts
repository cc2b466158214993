import type { UploadCallOptions } from './call-options.ts';
import { LeitorError, retryAfterOf } from './error.ts';
import type { OperationName } from './generated/operations.ts';
import type { LeitorOptions } from './options.ts';
import { type Input, type PreparedRequest, prepareRequest } from './request.ts';
import type { RawResponse, Route } from './route.ts';
import type { Session } from './session.ts';
import { transmit } from './transport.ts';

/** The parts of a client that its calls need. */
export interface Client {
  options: LeitorOptions;
  session: Session;
}

/** The outcome of one attempt: a response, or an error. */
type Outcome = { response: RawResponse; error?: never } | { response?: never; error: unknown };

const defaultRetries = 3;
const defaultTimeoutMs = 60_000;
const slowTimeoutMs = 300_000;
/** The SDK does not retry after a longer `Retry-After`; the caller may. */
const longestWaitMs = 60_000;

/**
 * Calls an operation with retries and one renewal of the session. Resolves to the response whatever its
 * status is.
 * @throws LeitorError if there is no response
 * @throws the reason of the caller's signal if it aborts
 */
export const call = async (
  client: Client,
  operation: OperationName,
  route: Route,
  input: Input = {},
  callOptions: UploadCallOptions = {},
): Promise<RawResponse> => {
  const { options, session } = client;
  const request = prepareRequest(options, route, input, callOptions);
  const retries = callOptions.retries ?? options.retries ?? defaultRetries;
  let renewed = false;
  for (let attempt = 0, failures = 0; ; attempt += 1) {
    const token = await session.token();
    const headers = new Headers(token ? { authorization: `Bearer ${token}` } : {});
    for (const [name, value] of Object.entries(request.headers)) headers.set(name, value);
    const { method, url } = request;
    const started = Date.now();
    await options.onRequest?.({ operation, method, url, headers, attempt });
    const outcome = await attemptOnce(client, operation, route, request, headers, callOptions);
    const { response, error } = outcome;

    const mayWait = failures < retries && !callOptions.signal?.aborted;
    const waitMs = mayWait ? waitBefore(response, failures) : undefined;
    await options.onResponse?.({
      operation,
      method,
      url,
      attempt,
      status: response?.status ?? 0,
      headers: response?.headers ?? new Headers(),
      replayed: response?.headers.get('idempotent-replayed') === 'true',
      durationMs: Date.now() - started,
      retryInMs: waitMs,
      error,
    });
    if (waitMs !== undefined) {
      failures += 1;
      await sleep(waitMs, callOptions.signal);
    } else if (response?.status === 401 && !renewed && (await session.renew(token))) {
      renewed = true;
    } else {
      if (!response) throw error;
      return response;
    }
  }
};

/** Sends a request once. It also resolves if the request fails, times out or is aborted. */
const attemptOnce = async (
  { options }: Client,
  operation: OperationName,
  route: Route,
  request: PreparedRequest,
  headers: Headers,
  { signal, timeoutMs, fetchOptions, onUploadProgress }: UploadCallOptions,
): Promise<Outcome> => {
  const limitMs = timeoutMs ?? options.timeoutMs ?? (route.slow ? slowTimeoutMs : defaultTimeoutMs);
  // React and Next.js cache only a GET without a signal, so the deadline is then only a race.
  const bare = route.method === 'GET' && !signal && timeoutMs === undefined;
  const controller = bare ? undefined : new AbortController();
  const abort = () => controller?.abort(signal?.reason);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let timedOut = false;
  try {
    signal?.throwIfAborted();
    signal?.addEventListener('abort', abort);
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        timedOut = true;
        abort();
        reject();
      }, limitMs);
    });
    const sent = transmit(
      options.fetch,
      route,
      request,
      headers,
      controller?.signal,
      fetchOptions,
      onUploadProgress,
    );
    return { response: await Promise.race([sent, late]) };
  } catch (cause) {
    if (signal?.aborted) return { error: signal.reason };
    const code = timedOut ? 'timed-out' : isOffline() ? 'offline' : 'connection-failed';
    const what = timedOut ? `no response in ${limitMs} ms` : reasonOf(cause, request.url);
    const hint = `${request.method} ${request.url.split('?')[0]} failed: ${what}`;
    return { error: new LeitorError({ operation, status: 0, code, hint, cause }) };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
};

/** Returns true if a browser is offline; Node's `navigator` has no `onLine`. */
const isOffline = (): boolean => globalThis.navigator?.onLine === false;

/** Describes a failed request. A browser does not say why a request to another origin failed. */
const reasonOf = (cause: unknown, url: string): string => {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const page = globalThis.location?.origin;
  const foreign = page?.startsWith('http') && new URL(url, page).origin !== page;
  return foreign ? `${reason}; its CORS_ORIGINS may not list ${page}` : reason;
};

/** The delay before the next attempt in milliseconds; undefined if there must not be one. */
const waitBefore = (response: RawResponse | undefined, failures: number): number | undefined => {
  if (!mayRepeat(response)) return undefined;
  const backoffMs = Math.min(8_000, 500 * 2 ** failures);
  const askedMs = ((response && retryAfterOf(response.headers)) || 0) * 1000;
  if (askedMs > longestWaitMs) return undefined;
  return Math.max(askedMs, backoffMs / 2) + (Math.random() * backoffMs) / 2;
};

/** Returns true if the request may be repeated. Its key makes a repeated change safe. */
const mayRepeat = (response: RawResponse | undefined): boolean => {
  const status = response?.status;
  const code = response?.headers.get('x-error-code');
  // A rate limit, of the service or a proxy, refuses a request before it runs. Quotas have other codes.
  if (status === 429) return !code || code === 'rate-limited';
  // The response is missing, or an earlier attempt whose response was lost is still running.
  if (!response || code === 'idempotency-key-in-use') return true;
  return status === 503 || status === 408 || ((status === 502 || status === 504) && !code);
};

const sleep = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop);
  });
