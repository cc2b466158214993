import { parse } from 'node:querystring';
import { createExpressEndpoints } from '@ts-rest/express';
import type { Express, Request, RequestHandler } from 'express';
import { noteWrite } from '../core/context.ts';
import { free } from './admission/gate.ts';
import { compressJson } from './compression.ts';
import { otherMethods } from './other-methods.ts';
import { refusalOf } from './request-validation.ts';
import type { Contract } from './router.ts';
import { refuseNul } from './url.ts';

type Handlers<T extends Contract> = Parameters<typeof createExpressEndpoints<T>>[1];

/**
 * Serves a contract. Every request passes `guards` in order before validation.
 */
export const serveContract = <T extends Contract>(
  app: Express,
  contract: T,
  handlers: Handlers<T>,
  guards: readonly RequestHandler[],
): void => {
  app.set('query parser', queryOf);
  createExpressEndpoints(contract, handlers, app, {
    logInitialization: false,
    globalMiddleware: [compressJson, ...guards],
    requestValidationErrorHandler: (error, _req, _res, next) => next(refusalOf(error)),
  });
  const paths = Map.groupBy(Object.values(contract), (route) => route.path);
  const hasParameter = ([path]: [string, unknown]) => Number(path.includes(':'));
  for (const [path, routes] of [...paths].sort((a, b) => hasParameter(a) - hasParameter(b))) {
    const named = free((req, _res, next) => {
      [req.tsRestRoute] = routes;
      refuseNul(req);
      next();
    });
    app.all(path, named, otherMethods(routes.map(({ method }) => method)));
  }
};

/** Parses a query; an empty parameter, as forms send it, counts as absent. */
const queryOf = (text: string | null): Record<string, unknown> =>
  text ? Object.fromEntries(Object.entries(parse(text)).filter(([, value]) => value !== '')) : {};

/** Records the caller's write even if the handler fails, because part of its work may be done. */
export const notingWrites = <H extends object>(handlers: H): H =>
  Object.fromEntries(
    Object.entries(handlers).map(([operation, handle]) => [
      operation,
      async (input: { req: Request }) => {
        try {
          return await handle(input);
        } finally {
          const { context } = input.req;
          if (context && !context.request.readsOnly) await noteWrite(context);
        }
      },
    ]),
  ) as H;
