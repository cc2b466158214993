import type { CallOptions } from './call-options.ts';
import type { LeitorOptions } from './options.ts';
import type { Route } from './route.ts';

/** The inputs of an operation in one object: path parameters, query, headers and body fields. */
export type Input = Record<string, unknown>;

/** A request that can be sent repeatedly. */
export interface PreparedRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | FormData | undefined;
}

/** @throws TypeError if an input cannot be a path parameter */
export const prepareRequest = (
  client: LeitorOptions,
  route: Route,
  input: Input,
  call: CallOptions & { idempotencyKey?: string | undefined },
): PreparedRequest => {
  const { method } = route;
  const rest = { ...input };
  const take = (name: string) => {
    const value = rest[name];
    delete rest[name];
    return value;
  };
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => segmentOf(name, take(name)));
  const headers: Record<string, string> = {};
  for (const name of route.headers ?? []) {
    const value = take(camelCase(name));
    if (value != null) headers[name] = String(value);
  }
  if (method !== 'GET') headers['idempotency-key'] = call.idempotencyKey ?? randomKey();
  const search = new URLSearchParams();
  const bodiless = method === 'GET' || method === 'DELETE' || route.bodiless;
  for (const name of bodiless ? Object.keys(rest) : (route.query ?? [])) {
    const value = take(name);
    // A page's `nextCursor` may be null, which asks for the first page again.
    if (value != null) search.append(name, String(value));
  }
  // A body without fields is sent as an empty object, because all fields of an operation may be optional.
  const body = route.form ? formOf(rest) : bodiless ? undefined : JSON.stringify(rest);
  if (typeof body === 'string') headers['content-type'] = 'application/json';
  const base = (route.streaks && client.streaksBaseUrl) || client.baseUrl;
  const query = search.toString();
  return {
    method,
    url: base.replace(/\/+$/, '') + path + (query && `?${query}`),
    headers: { ...headers, ...call.headers },
    body,
  };
};

/** Encodes a path parameter as one segment. */
const segmentOf = (name: string, value: unknown): string => {
  const text = String(value ?? '');
  if (/^\.{0,2}$/.test(text)) throw new TypeError(`${name} cannot be "${text}"`);
  return encodeURIComponent(text);
};

const camelCase = (header: string): string =>
  header.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

// `crypto.randomUUID` is missing on pages that are not served over HTTPS.
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

const formOf = (fields: Input): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    const files = isFile(value) ? [value] : isList(value) ? Array.from(value) : undefined;
    for (const file of files ?? []) {
      // Without a name, a Blob would be called "blob".
      form.append(name, file, (file as File).name ?? 'arquivo');
    }
    // The value is appended as it is, because a file of React Native is a plain object.
    if (!files && value != null) form.append(name, value as string);
  }
  return form;
};

const isFile = (value: unknown): value is Blob => value instanceof Blob;

const isList = (value: unknown): value is ArrayLike<Blob> =>
  typeof value === 'object' && value !== null && 'length' in value;
