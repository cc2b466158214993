import { Stream } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { type AppRoute, isAppRouteNoBody, validateResponse } from '@ts-rest/core';
import type { Request, RequestHandler, Response } from 'express';
import type { RouteRules } from '../../contract/index.ts';
import { noteWrite } from '../context.ts';
import { AppError } from '../errors.ts';
import { type Caching, cachingHeaders, hasCurrentCopy } from './conditional.ts';
import { type SerializedJson, sendJson, sendSerialized } from './json-body.ts';
import { otherMethods } from './methods.ts';
import { type RequestParts, validatorOf } from './request-validation.ts';
import { createRouteMatcher, type RouteMatch } from './route-matcher.ts';
import type { Handlers, RouteTable } from './router.ts';

declare global {
  namespace Express {
    interface Request {
      /** The rules of the contract's route that the request matched. */
      rules?: RouteRules;
    }
  }
}

/** What a request passes on its way to its handler, in this order. Each throws to refuse it. */
export interface Guards {
  /** Refuses what must not cost any work. */
  admit: (req: Request) => void;
  /** Decides whether the caller may use the route, and sets `req.context`. */
  authorize: (req: Request) => Promise<void>;
  limitConcurrency: (req: Request, res: Response) => void;
  limitRate: (req: Request, res: Response) => Promise<void>;
  /** Sets `req.body`. Called only for routes that declare a JSON body. */
  parseJson: (req: Request, res: Response) => Promise<void>;
}

interface Options {
  guards: Guards;
  /** Fails a response that is not exactly what the contract declares: for development and tests. */
  validateResponses: boolean;
}

interface HandlerResponse {
  status: number;
  body?: unknown;
  json?: SerializedJson;
  caching?: Caching;
}

interface Endpoint extends Pick<AppRoute, 'method' | 'path'> {
  contract: AppRoute;
  rules: RouteRules;
  takesJson: boolean;
  validate: (parts: RequestParts) => RequestParts;
  handle: (input: RequestParts & { req: Request; res: Response }) => Promise<HandlerResponse>;
}

/**
 * Serves the routes of a contract: finds the route, runs the guards, validates what the route declares, runs the handler and
 * sends its response. A known path with another method is 405 with `Allow`, and OPTIONS is 204 with it. An unknown path is left to
 * the next layer. A URL with malformed escapes or a NUL is 400.
 */
export const serveContract = <T extends RouteTable>(
  contract: T,
  handlers: Handlers<T>,
  { guards, validateResponses }: Options,
): RequestHandler => {
  const matcher = createRouteMatcher(endpointsOf(contract, handlers));

  const serve = async (
    req: Request,
    res: Response,
    { route: endpoint, params, query }: RouteMatch<Endpoint>,
  ): Promise<void> => {
    guards.admit(req);
    await guards.authorize(req);
    guards.limitConcurrency(req, res);
    await guards.limitRate(req, res);
    if (endpoint.takesJson) await guards.parseJson(req, res);
    const { headers, body } = req;
    const parts = endpoint.validate({ params, query: withoutEmpty(query), headers, body });
    const handled = endpoint.handle({ ...parts, req, res });
    const response = await (req.context?.reads ? handled.finally(noteWriteOf(req)) : handled);
    if (validateResponses) requireDeclared(endpoint.contract, response);
    send(req, res, endpoint.contract, response);
  };

  return (req, res, next) => {
    const match = matcher.find(req.method, req.url);
    const siblings = match ? [match.route] : matcher.findPath(req.url);
    const [endpoint] = siblings;
    if (endpoint) {
      req.rules = endpoint.rules;
      req.route = endpoint;
    }
    requireWellFormed(req.url);
    if (match) {
      serve(req, res, match).catch(next);
      return;
    }
    if (!endpoint) return next();
    return otherMethods(siblings.map(({ method }) => method))(req, res, next);
  };
};

const endpointsOf = (contract: RouteTable, handlers: object): Endpoint[] =>
  Object.entries(contract).map(([operation, route]) => ({
    method: route.method,
    path: route.path,
    contract: route,
    rules: route.metadata,
    takesJson: takesJson(route),
    validate: validatorOf(route),
    handle: Reflect.get(handlers, operation),
  }));

/** Also of a request that failed: part of its work may be done. */
const noteWriteOf =
  ({ context }: Request) =>
  async (): Promise<void> => {
    if (context && !context.readsOnly) await noteWrite(context);
  };

const takesJson = (route: AppRoute): boolean =>
  'body' in route && !isAppRouteNoBody(route.body) && route.contentType !== 'multipart/form-data';

/** An empty query parameter, as forms send it, is an absent one. */
const withoutEmpty = (query: Record<string, unknown>): Record<string, unknown> => {
  for (const [name, value] of Object.entries(query)) if (value === '') delete query[name];
  return query;
};

const requireWellFormed = (url: string): void => {
  if (!url.includes('%')) return;
  // No text in the database can hold a NUL.
  if (url.includes('%00')) {
    throw new AppError('invalid-request', { detail: 'path não pode conter o caractere NUL' });
  }
  const [path = ''] = url.split('?', 1);
  try {
    decodeURIComponent(path);
  } catch (error) {
    throw new AppError('invalid-request', { cause: error });
  }
};

/** Clients are generated from the contract, and a field that it does not declare may be a secret. */
const requireDeclared = (route: AppRoute, { status, body, json }: HandlerResponse): void => {
  if (body instanceof Stream) return;
  const sent = json ? JSON.parse(Buffer.concat(json.pieces).toString()) : body;
  const declared = validateResponse({ appRoute: route, response: { status, body: sent } }).body;
  if (!isDeepStrictEqual(declared, sent)) {
    throw new Error(`${route.method} ${route.path}: the response has fields that are not declared`);
  }
};

const send = (
  req: Request,
  res: Response,
  route: AppRoute,
  { status, body, json, caching }: HandlerResponse,
): void => {
  const headers = caching && cachingHeaders(caching);
  if (caching && hasCurrentCopy(req, caching.etag)) {
    res.writeHead(304, headers).end();
    return;
  }
  if (json) {
    sendSerialized(req, res, { status, headers }, json);
    return;
  }
  if (body instanceof Stream) {
    res.status(status);
    body.pipe(res);
    return;
  }
  const declared = route.responses[status];
  if (declared !== undefined && isAppRouteNoBody(declared)) {
    res.status(status).end();
    return;
  }
  sendJson(res, { status, headers }, body);
};
