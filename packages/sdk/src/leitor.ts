import { call } from './call.ts';
import { LeitorError } from './error.ts';
import type { LeitorOperations, OperationName, RawOperations } from './generated/operations.ts';
import { routes } from './generated/routes.ts';
import type { LeitorOptions } from './options.ts';
import type { Input } from './request.ts';
import type { RawResponse, Route } from './route.ts';
import { createSession } from './session.ts';

/** A client: one method an operation. */
export interface Leitor extends LeitorOperations {
  /** The same operations, resolving to `{status, headers, body}` whatever the status is. They reject only if there is no response. */
  readonly raw: RawOperations;
}

/**
 * Creates a client of the leitor API.
 *
 * ```ts
 * const leitor = createLeitor({
 *   baseUrl: 'https://api.exemplo.com.br',
 *   getToken: () => session.accessToken,
 * });
 * const tags = await leitor.listTags();
 * ```
 *
 * An operation takes its inputs in one object and options of the call after it. It resolves to the `data` of the response, and
 * throws a {@link LeitorError} otherwise.
 */
export const createLeitor = (options: LeitorOptions): Leitor => {
  const client = { options, session: createSession(options) };
  const raw: Record<string, unknown> = {};
  const operations: Record<string, unknown> = { raw };
  for (const [name, route] of Object.entries<Route>(routes)) {
    const operation = name as OperationName;
    raw[name] = (input?: Input, callOptions?: object) =>
      call(client, operation, route, input, callOptions);
    operations[name] = async (input?: Input, callOptions?: object) =>
      dataOf(operation, route, await call(client, operation, route, input, callOptions));
  }
  // The generator writes the table and the interface from the same document.
  return operations as unknown as Leitor;
};

const dataOf = (operation: OperationName, route: Route, response: RawResponse): unknown => {
  const { status, body } = response;
  const succeeded = status >= 200 && status < 300 && typeof body === 'object' && body !== null;
  if (!succeeded) throw new LeitorError({ operation, ...response });
  return route.file ? body : (body as { data?: unknown }).data;
};
