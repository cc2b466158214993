import { ServerResponse } from 'node:http';
import { Readable, Stream } from 'node:stream';
import { type AppRoute, type AppRouter, isAppRoute } from '@ts-rest/core';
import { createExpressEndpoints, initServer } from '@ts-rest/express';
import type { Request, RequestHandler, Router } from 'express';
import type { RouteRules } from '../../contract/index.ts';
import type { Context } from '../context.ts';
import { otherMethods } from './methods.ts';
import { requestRefusal } from './validation.ts';

// The one file that knows how the contract is bound to Express.

declare global {
  namespace Express {
    interface Request {
      /** What the handler's services work with, once the request was let through. */
      context?: Context;
      /** The rules of the contract's route that the request matched. */
      rules?: RouteRules;
    }
  }
}

const server = initServer();

/** A route whose path says it all: anybody may ask, and there is nothing to parse. Its answer is `ready`. */
export interface PlainRoute {
  path: string;
  rules: RouteRules;
  answer: (req: Request) => Promise<{ status: number; body: unknown }>;
}

/** One domain's part of the contract, ready to be mounted. */
export interface Endpoints {
  routes: readonly AppRoute[];
  plain: readonly PlainRoute[];
  mount: (
    router: Router,
    options: { guards: readonly RequestHandler[]; validateResponses: boolean },
  ) => void;
}

/** Binds handlers to a part of the contract; a missing one, or an undeclared status, does not compile. */
export const implement = <T extends AppRouter>(
  contract: T,
  handlers: Parameters<typeof server.router<T>>[1],
): Endpoints => ({
  routes: Object.values(contract).filter(isAppRoute),
  plain: plainRoutes(contract, handlers),
  mount: (router, { guards, validateResponses }) =>
    createExpressEndpoints(contract, handlers, router, {
      logInitialization: false,
      responseValidation: validateResponses,
      globalMiddleware: [
        (req, _res, next) => {
          req.rules = req.tsRestRoute.metadata as RouteRules;
          next();
        },
        ...guards,
      ],
      requestValidationErrorHandler: (error, _req, _res, next) => next(requestRefusal(error)),
    }),
});

const plainRoutes = (contract: AppRouter, handlers: object): PlainRoute[] =>
  Object.entries(contract).flatMap(([name, route]) => {
    if (!isAppRoute(route) || route.method !== 'GET') return [];
    const { path, pathParams, query, headers } = route;
    const rules = route.metadata as RouteRules;
    if (rules.access !== 'public' || pathParams || query || headers) return [];
    const handler = Reflect.get(handlers, name);
    return [{ path, rules, answer: (req: Request) => handler({ req }) }];
  });

/** The context of a request that was let through. */
export const ctxOf = (req: Pick<Request, 'context'>): Context => {
  if (!req.context) throw new Error('the request was not let through');
  return req.context;
};

/** 200 with data. */
export const ok = <T>(data: T) => ({
  status: 200 as const,
  body: { success: true as const, data },
});

/** 200 with a text and data. */
export const okWith = <T>(message: string, data: T) => ({
  status: 200 as const,
  body: { success: true as const, message, data },
});

/** 201 with data. */
export const created = <T>(data: T) => ({
  status: 201 as const,
  body: { success: true as const, data },
});

/** 201 with a text and data. */
export const createdWith = <T>(message: string, data: T) => ({
  status: 201 as const,
  body: { success: true as const, message, data },
});

/** 200 with a text alone. */
export const done = (message: string) => ({
  status: 200 as const,
  body: { success: true as const, message },
});

/**
 * 200 with a body that is JSON already, `T` being what it holds: sent as it is, without the cost of serialising it and
 * checking it again. In several pieces, no more than the caller reads is handed on.
 */
export const ready = <T>(...pieces: Buffer[]) => ({
  status: 200 as const,
  // The binding hands streams on without a look; it has no other door for what is ready.
  body: new ReadyBody(pieces) as unknown as T,
});

const slowReaderMs = 30_000;

/** What `ready` made: sends itself. */
export class ReadyBody extends Stream {
  readonly #pieces: readonly Buffer[];

  constructor(pieces: readonly Buffer[]) {
    super();
    this.#pieces = pieces;
  }

  override pipe<T extends NodeJS.WritableStream>(res: T): T {
    if (!(res instanceof ServerResponse)) throw new Error('a ready body is for a response');
    res.setHeader('Content-Type', 'application/json; charset=utf-8');
    const [only, ...more] = this.#pieces;
    if (more.length === 0) {
      res.end(only);
      return res;
    }
    const length = this.#pieces.reduce((sum, piece) => sum + piece.length, 0);
    res.setHeader('Content-Length', length);
    res.setTimeout(slowReaderMs, () => res.destroy());
    Readable.from(this.#pieces).pipe(res);
    return res;
  }
}

/**
 * Mounts the endpoints: each request meets the `guards` (who may call, how often, the body's parser), then the checks of the
 * contract, then its handler. A known path asked with another method is 405 with `Allow`; OPTIONS is 204 with it.
 *
 * @param options.validateResponses refuses to send what the contract does not declare: for development and tests
 */
export const mountAll = (
  router: Router,
  endpoints: readonly Endpoints[],
  options: { guards: readonly RequestHandler[]; validateResponses: boolean },
): void => {
  for (const part of endpoints) part.mount(router, options);
  const routes = endpoints.flatMap((part) => part.routes);
  const paths = Object.groupBy(routes, (route) => route.path);
  // Paths without parameters first: `/quiz/submit` also looks like `/quiz/:id`.
  for (const path of Object.keys(paths).sort((a, b) => parametersIn(a) - parametersIn(b))) {
    router.all(path, otherMethods((paths[path] ?? []).map(({ method }) => method)));
  }
};

const parametersIn = (path: string): number => path.split('/:').length - 1;
