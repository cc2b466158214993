import type { ErrorRequestHandler, Express, Request, RequestHandler, Response } from 'express';
import { type Endpoints, type PlainRoute, ReadyBody } from './router.ts';

/**
 * Answers plain routes by their address alone, with the handlers and the `layers` that the application would take them
 * through: to look for the route, and to check that there is nothing to check, would cost as much as a kept answer itself.
 * What is asked in any other way (with a query, with a body, by another method) is the application's.
 *
 * @param options.layers what a request meets on its way to a handler; `fail` answers what they and the handlers throw
 */
export const answerPlainRoutes = (
  app: Express,
  endpoints: readonly Endpoints[],
  { layers, fail }: { layers: readonly RequestHandler[]; fail: ErrorRequestHandler },
): ((req: Request, res: Response) => void) => {
  const routes = new Map(
    endpoints.flatMap(({ plain }) => plain).map((route) => [route.path, route]),
  );
  return (req, res) => {
    const route = routes.get(req.url);
    if (!route || req.method !== 'GET' || announcesBody(req)) {
      app(req, res);
      return;
    }
    req.rules = route.rules;
    req.route = route;
    // As Express would have them: its helpers, and those who tell of the request afterwards, look here.
    req.originalUrl = req.url;
    req.res = res;
    const failed = async (error: unknown) => {
      try {
        await fail(error, req, res, () => undefined);
      } catch {
        res.destroy();
      }
    };
    passThrough(layers, req, res, (error) => {
      if (error) failed(error);
      else send(route, req, res).catch(failed);
    });
  };
};

/** Whether there is a body for the application to look at, be it an empty one. */
const announcesBody = ({ headers }: Request): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

const passThrough = (
  layers: readonly RequestHandler[],
  req: Request,
  res: Response,
  done: (error?: unknown) => void,
): void => {
  let passed = 0;
  const next = (error?: unknown): void => {
    const layer = layers[passed];
    passed += 1;
    if (error || !layer) {
      done(error);
      return;
    }
    try {
      // A layer answers nothing, or the promise of it.
      const passing: unknown = layer(req, res, next);
      if (passing instanceof Promise) passing.catch(done);
    } catch (thrown) {
      done(thrown);
    }
  };
  next();
};

const send = async (route: PlainRoute, req: Request, res: Response): Promise<void> => {
  const { status, body } = await route.answer(req);
  if (!(body instanceof ReadyBody)) throw new Error('the answer of a plain route is not ready');
  body.pipe(res.status(status));
};
