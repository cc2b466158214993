import { IncomingMessage, ServerResponse } from 'node:http';
import type { Express, Request as ExpressRequest, Response as ExpressResponse } from 'express';

/** How a listener's requests are answered. */
export interface Answering {
  /** Whose helpers (`req.ip`, `res.json`, …) the requests and responses have. */
  app: Express;
  answer: (req: ExpressRequest, res: ExpressResponse) => void;
}

/** Node's classes of requests and responses that an application has made its own. */
export interface Messages {
  /** Options for `createServer`. */
  classes: { IncomingMessage: typeof IncomingMessage; ServerResponse: typeof ServerResponse };
  /** Gives their instances the helpers of the application. To be called once, before the first request. */
  belongTo: (app: Express) => void;
}

/**
 * Makes classes of requests and responses for one server. Express gives each request its helpers by changing the prototype
 * of an object that lives already, which makes all that V8 has learnt of such objects void: a fifth of the cost of a short answer.
 * These are born with the prototype that Express wants, so there is nothing to change.
 */
export const createMessages = (): Messages => {
  class Request extends IncomingMessage {}
  class Response<T extends IncomingMessage> extends ServerResponse<T> {}
  return {
    classes: { IncomingMessage: Request, ServerResponse: Response },
    belongTo: (app) => {
      Object.setPrototypeOf(Request.prototype, app.request);
      Object.setPrototypeOf(Response.prototype, app.response);
      Object.assign(app, { request: Request.prototype, response: Response.prototype });
    },
  };
};
