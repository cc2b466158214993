import { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';

/** Node's classes of requests and responses, for one server. */
export interface MessageClasses {
  /** Options for `createServer`. */
  classes: { IncomingMessage: typeof IncomingMessage; ServerResponse: typeof ServerResponse };
  /** Gives their instances the helpers of the application (`req.ip`, `res.json`, …). Call it once, before the first request. */
  adoptPrototypes: (app: Express) => void;
}

/**
 * Makes classes of requests and responses whose instances have Express's helpers from the start. Otherwise Express changes the
 * prototype of every request and response, and V8 deoptimises all code that touches them.
 */
export const createMessageClasses = (): MessageClasses => {
  class Request extends IncomingMessage {}
  class Response<T extends IncomingMessage> extends ServerResponse<T> {}
  return {
    classes: { IncomingMessage: Request, ServerResponse: Response },
    adoptPrototypes: (app) => {
      Object.setPrototypeOf(Request.prototype, app.request);
      Object.setPrototypeOf(Response.prototype, app.response);
      Object.assign(app, { request: Request.prototype, response: Response.prototype });
    },
  };
};
