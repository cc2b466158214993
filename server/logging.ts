import { randomUUID } from 'node:crypto';
import type { Express as App, Request, Response } from 'express';
import { type Logger, pino, stdTimeFunctions } from 'pino';
import { PinoPretty } from 'pino-pretty';

/** The program's log: JSON lines, or readable ones in a terminal. */
export const createLogger = (level: string, readable: boolean): Logger =>
  pino(
    {
      level,
      base: undefined,
      timestamp: stdTimeFunctions.isoTime,
      serializers: { err: errorForLog },
    },
    readable ? PinoPretty({ colorize: true, sync: true }) : pino.destination({ sync: false }),
  );

/** An error without the data that libraries hang on theirs: a constraint's `detail` can hold an e-mail. */
const errorForLog = (error: unknown): object => {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error ? String(error.code) : undefined;
  return {
    type: error.name,
    message: error.message,
    ...(code && { code }),
    stack: error.stack,
    ...(error.cause instanceof Error && { cause: errorForLog(error.cause) }),
  };
};

const acceptableRequestId = /^[\w.:-]{1,100}$/;
const unlogged = new Set(['/livez', '/readyz']);

declare global {
  namespace Express {
    interface Request {
      /** What the caller called the request, or what we did: in the answer's `X-Request-Id` and on its log lines. */
      id: string;
      /** The log of the request: its lines carry the id. */
      log: Logger;
    }
  }
}

/** Names requests and writes down how they were answered. */
export interface RequestLogging {
  /** Gives a request its id (the caller's `X-Request-Id` where it is sane) and its log. */
  name: (req: Request, res: Response) => void;
  /** Writes one line on an answered request: never headers, queries or bodies. */
  tell: (req: Request, res: Response, seconds: number) => void;
}

const idsOf = ({ id: requestId, traceId }: Request) =>
  traceId === undefined ? { requestId } : { requestId, traceId };

/**
 * Makes the log of an application's requests.
 *
 * Not pino-http, which makes a child logger a request: a third of the cost of a short one. Few requests log anything else.
 */
export const logRequests = (app: App, log: Logger): RequestLogging => {
  const logs = new WeakMap<Request, Logger>();
  Object.defineProperty(app.request, 'log', {
    get(this: Request) {
      const known = logs.get(this) ?? log.child(idsOf(this));
      logs.set(this, known);
      return known;
    },
  });
  return {
    name: (req, res) => {
      const given = req.headers['x-request-id'];
      req.id = typeof given === 'string' && acceptableRequestId.test(given) ? given : randomUUID();
      res.setHeader('X-Request-Id', req.id);
    },
    tell: (req, res, seconds) => {
      const level = res.statusCode >= 500 ? 'error' : 'info';
      if (!log.isLevelEnabled(level)) return;
      const [path = ''] = req.originalUrl.split('?', 1);
      if (unlogged.has(path)) return;
      const message = res.writableFinished ? 'request answered' : 'request broken off';
      const { method } = req;
      const responseTime = Math.round(seconds * 1_000);
      log[level]({ ...idsOf(req), method, path, status: res.statusCode, responseTime }, message);
    },
  };
};
