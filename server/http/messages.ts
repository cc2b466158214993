import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Express as App } from 'express';

declare global {
  namespace Express {
    interface Response {
      /** Headers that the response gets unless it sets them itself, under names with the same case. */
      defaultHeaders: Readonly<Record<string, string>>;
    }
  }
}

/** Node's classes of requests and responses, for one server. */
export interface MessageClasses {
  /** Options for `createServer`. */
  classes: { IncomingMessage: typeof IncomingMessage; ServerResponse: typeof ServerResponse };
  /** Gives their instances the helpers of the application (`req.ip`, `res.json`, …). Call it once, before the first request. */
  adoptPrototypes: (app: App) => void;
}

/**
 * Makes classes of requests and responses whose instances have Express's helpers from the start. Otherwise Express changes the
 * prototype of every request and response, and V8 deoptimises all code that touches them.
 */
export const createMessageClasses = (): MessageClasses => {
  class Request extends IncomingMessage {}
  class Response<T extends IncomingMessage> extends ServerResponse<T> {
    defaultHeaders: Readonly<Record<string, string>> = {};

    /** Node calls it for every response. Headers given all at once cost Node half as much as headers set one by one. */
    override writeHead(status: number, ...rest: unknown[]): this {
      const [headers] = rest;
      if (rest.length < 2 && this.getHeaderNames().length === 0 && isHeaders(headers)) {
        return super.writeHead(status, { ...this.defaultHeaders, ...headers });
      }
      for (const [name, value] of Object.entries(this.defaultHeaders)) {
        if (!this.hasHeader(name)) this.setHeader(name, value);
      }
      return Reflect.apply(super.writeHead, this, [status, ...rest]);
    }
  }
  return {
    classes: { IncomingMessage: Request, ServerResponse: Response },
    adoptPrototypes: (app) => {
      Object.setPrototypeOf(Request.prototype, app.request);
      Object.setPrototypeOf(Response.prototype, app.response);
      Object.assign(app, { request: Request.prototype, response: Response.prototype });
    },
  };
};

const isHeaders = (value: unknown): value is OutgoingHttpHeaders | undefined =>
  value === undefined || (typeof value === 'object' && !Array.isArray(value));
