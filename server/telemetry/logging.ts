import cluster from 'node:cluster';
import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import { type Logger, pino, stdTimeFunctions } from 'pino';
import { PinoPretty, type PrettyOptions } from 'pino-pretty';

/** The log of the process: JSON lines, or readable ones in a terminal. */
export const createLogger = (level: string, readable: boolean): Logger =>
  pino(
    {
      level,
      // Lines of a single process need no name.
      base: cluster.isWorker ? { pid: process.pid } : undefined,
      timestamp: stdTimeFunctions.isoTime,
      serializers: { err: errorForLog },
    },
    readable ? PinoPretty(readableForm) : pino.destination({ sync: false }),
  );

/** Prints each message on one line; a request looks like `GET /support/tags 200 in 4 ms`. */
const readableForm: PrettyOptions = {
  colorize: true,
  sync: true,
  singleLine: true,
  translateTime: 'SYS:HH:MM:ss',
  ignore: 'requestId,traceId,method,path,status,responseTime',
  messageFormat: ({ method, path, status, responseTime, msg }) =>
    method === undefined ? `${msg}` : `${method} ${path} ${status} in ${responseTime} ms`,
};

/**
 * Returns an error without the properties that libraries add: a constraint's `detail` can contain an e-mail.
 */
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
/** Matches a part of a path with an e-mail; no route has one. */
const emailSegment = /\/[^/]*(?:@|%(?:25)*40)[^/]*/gi;
const maxPath = 500;
const unlogged = new Set(['/livez', '/readyz']);

declare global {
  namespace Express {
    interface Request {
      /** The caller's `X-Request-Id` or a new one, for the response's `X-Request-Id` and the log lines. */
      id: string;
      /** The log of the request; its lines carry the id. */
      log: Logger;
    }
  }
}

interface RequestLogging {
  /** Sets the request's id, the caller's `X-Request-Id` if it is acceptable, and its log. */
  identifyRequest: (req: Request) => void;
  /** Logs one line for a finished request: never headers, queries or bodies. */
  logResponse: (req: Request, res: Response, seconds: number) => void;
}

/** Logs requests. pino-http does more for each than the rest of a short one costs. */
export const logRequests = (log: Logger): RequestLogging => ({
  identifyRequest: (req) => {
    const given = req.headers['x-request-id'];
    req.id = typeof given === 'string' && acceptableRequestId.test(given) ? given : randomUUID();
    req.log = log.child({ requestId: req.id });
  },
  logResponse: (
    { log, originalUrl, method, isShed },
    { statusCode: status, writableFinished },
    seconds,
  ) => {
    // Refusals under load are frequent and no failures.
    const level = status >= 500 && !isShed ? 'error' : 'info';
    if (!log.isLevelEnabled(level)) return;
    const [given = ''] = originalUrl.split('?', 1);
    const path = given.slice(0, maxPath).replaceAll(emailSegment, '/***');
    if (unlogged.has(path)) return;
    const message = writableFinished ? 'request completed' : 'request aborted';
    log[level]({ method, path, status, responseTime: Math.round(seconds * 1_000) }, message);
  },
});
