import { call } from './call.ts';
import { LeitorError } from './error.ts';
import type {
  LeitorOperations,
  OperationName,
  PagedOperations,
  RawOperations,
} from './generated/operations.ts';
import { routes } from './generated/routes.ts';
import type { LeitorOptions } from './options.ts';
import type { Input } from './request.ts';
import type { RawResponse, Route } from './route.ts';
import { createSession } from './session.ts';

/** Um cliente: um método por operação. */
export interface Leitor extends LeitorOperations {
  /**
   * As mesmas operações, que resolvem para `{status, headers, body}` seja qual for o status. Só
   * rejeitam se não há resposta.
   */
  readonly raw: RawOperations;
  /**
   * As listas com cursor, item a item por todas as páginas: `for await (const item of
   * leitor.pages.…)`.
   */
  readonly pages: PagedOperations;
}

/**
 * Cria um cliente da API leitor.
 *
 * ```ts
 * const leitor = createLeitor({
 *   baseUrl: 'https://api.exemplo.com.br',
 *   getToken: () => session.accessToken,
 * });
 * const tags = await leitor.listTags();
 * ```
 *
 * Uma operação recebe suas entradas em um objeto e, depois dele, as opções da chamada. Resolve para
 * o `data` da resposta; senão, lança um {@link LeitorError}.
 */
export const createLeitor = (options: LeitorOptions): Leitor => {
  if (!options?.baseUrl)
    throw new TypeError('createLeitor needs `baseUrl`, the address of the API');
  const client = { options, session: createSession(options) };
  const raw: Record<string, unknown> = {};
  const pages: Record<string, unknown> = {};
  const operations: Record<string, unknown> = { raw, pages };
  for (const [name, route] of Object.entries<Route>(routes)) {
    const operation = name as OperationName;
    const send = (input?: Input, callOptions?: object) =>
      call(client, operation, route, input, callOptions);
    const read = async (input?: Input, callOptions?: object) =>
      dataOf(options.baseUrl, operation, route, await send(input, callOptions));
    raw[name] = send;
    operations[name] = read;
    if (route.paged) {
      pages[name] = async function* (input?: Input, callOptions?: object) {
        let cursor: string | null | undefined;
        do {
          const page = (await read({ ...input, cursor }, callOptions)) as Page;
          yield* page.items;
          cursor = page.nextCursor;
        } while (cursor);
      };
    }
  }
  // The generator writes the table and the interface from the same document.
  return operations as unknown as Leitor;
};

interface Page {
  items: unknown[];
  nextCursor: string | null;
}

const dataOf = (
  baseUrl: string,
  operation: OperationName,
  route: Route,
  response: RawResponse,
): unknown => {
  const { status, headers, body } = response;
  const succeeded = status >= 200 && status < 300 && typeof body === 'object' && body;
  if (!succeeded) {
    throw new LeitorError({ operation, ...response, hint: strangerHint(baseUrl, headers, body) });
  }
  return route.file ? body : (body as { data?: unknown }).data;
};

/** A hint for developers about a response that is not the service's. */
const strangerHint = (baseUrl: string, headers: Headers, body: unknown): string | undefined => {
  // The service reports an unknown path as `not-found`, for example below another base address.
  if ((headers.get('x-error-code') ?? 'not-found') !== 'not-found') return undefined;
  const isHtml = /^\s*</.test(String(body));
  return `${baseUrl} ${isHtml ? 'sent HTML' : 'is no API'}`;
};
