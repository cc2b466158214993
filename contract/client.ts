import type {
  AppRoute,
  AppRouteFunction,
  ClientArgs,
  FetchOptions,
  PartialClientInferRequest,
} from '@ts-rest/core';
import type { contract } from './contract.ts';
import { type Operation, type Route, routes } from './routes.ts';

type Contract = typeof contract;

/** How a client reaches the API. */
export interface ClientOptions {
  /** Base address of support, quiz and resources; with or without a slash at the end. */
  baseUrl: string;
  /** Base address of the rankings; `baseUrl` when absent. */
  streaksBaseUrl?: string | undefined;
  /** The access token, or what gives it: asked before every request. Without one, requests are anonymous. */
  token?: string | (() => string | undefined | Promise<string | undefined>) | undefined;
  /** Sends the requests in place of the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
}

type CallArgs<R extends AppRoute> = Omit<
  PartialClientInferRequest<R>,
  'overrideClientOptions' | 'cache' | 'next'
>;

/**
 * One method an operation, taking `{ params, query, body, headers, extraHeaders, fetchOptions }` as the operation has them, and
 * answering `{ status, body, headers }`, where `status` decides the type of `body`.
 */
export type Client = {
  [K in Operation]: AppRouteFunction<Contract[K], ClientArgs, CallArgs<Contract[K]>>;
};

interface Call {
  params?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
  headers?: Record<string, string | undefined>;
  extraHeaders?: Record<string, string | undefined>;
  fetchOptions?: FetchOptions;
}

/**
 * A typed client of the leitor API, for browsers and Node.js 20 or later.
 *
 * A method resolves whatever the status is: look at `status`, or pass the answer to `unwrap`. It rejects only when there is no
 * answer (`fetch` failed, or `fetchOptions.signal` aborted it), when the token function rejects, and with a TypeError when a path
 * parameter cannot be part of a path.
 *
 * Uploads take `{ arquivo, mensagemId? }`, with `arquivo` a `File`, a `Blob` or several, or a `FormData` of yours. A
 * successful download is a `Blob` of the file's type. Any other body that is not JSON (a proxy's error page) is left as its text.
 */
export const createClient = (options: ClientOptions): Client => {
  const methods = Object.entries<Route>(routes).map(([operation, route]) => [
    operation,
    (call?: Call) => send(options, route, call ?? {}),
  ]);
  // The table has the contract's operations, all of them: the compiler checked that where the table is.
  return Object.fromEntries(methods) as Client;
};

const send = async (options: ClientOptions, route: Route, call: Call) => {
  const { token } = options;
  const bearer = typeof token === 'function' ? await token() : token;
  const body = route.form ? formOf(call.body) : jsonOf(call.body);
  const headers = headersOf(
    bearer ? { authorization: `Bearer ${bearer}` } : {},
    typeof body === 'string' ? { 'content-type': 'application/json' } : {},
    call.extraHeaders,
    call.headers,
  );
  const fetchNow = options.fetch ?? globalThis.fetch;
  const response = await fetchNow(addressOf(options, route, call), {
    ...call.fetchOptions,
    method: route.method,
    headers,
    ...(body !== undefined && { body }),
  });
  return {
    status: response.status,
    body: await bodyOf(route, response),
    headers: response.headers,
  };
};

const addressOf = (options: ClientOptions, route: Route, call: Call): string => {
  const base = (route.streaks && options.streaksBaseUrl) || options.baseUrl;
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    segment(name, call.params?.[name]),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (value !== undefined) search.append(name, String(value));
  }
  const query = search.toString();
  return base.replace(/\/+$/, '') + path + (query && `?${query}`);
};

/** A path parameter as one segment of a path, which those three values can never be. */
const segment = (name: string, value: string | number | undefined): string => {
  const text = String(value ?? '');
  if (text === '' || text === '.' || text === '..') {
    throw new TypeError(`path parameter ${name} cannot be "${text}"`);
  }
  return encodeURIComponent(text);
};

const headersOf = (...parts: (Record<string, string | undefined> | undefined)[]): Headers => {
  const headers = new Headers();
  for (const [name, value] of parts.flatMap((part) => Object.entries(part ?? {}))) {
    if (value !== undefined) headers.set(name, value);
  }
  return headers;
};

const jsonOf = (body: unknown): string | undefined =>
  body === undefined ? undefined : JSON.stringify(body);

const formOf = (body: unknown): FormData => {
  if (body instanceof FormData) return body;
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) {
    for (const part of Array.isArray(value) ? value : [value]) {
      if (part instanceof File) form.append(name, part);
      else if (part instanceof Blob) form.append(name, part, 'arquivo');
      else if (part !== undefined) form.append(name, String(part));
    }
  }
  return form;
};

const bodyOf = async (route: Route, response: Response): Promise<unknown> => {
  if (route.file && response.ok) return response.blob();
  const text = await response.text();
  if (!text) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};
