import { STATUS_CODES } from 'node:http';
import { finished } from 'node:stream';
import type { ErrorRequestHandler, Request, Response } from 'express';
import type { RouteRules } from '../../contract/index.ts';
import {
  AppError,
  type ErrorCode,
  errorTable,
  isFault,
  textOf,
  toAppError,
} from '../core/errors.ts';
import { free, type Gate } from './admission/gate.ts';
import { rulesOf } from './router.ts';

declare global {
  namespace Express {
    interface Request {
      isShed?: boolean;
    }
  }
}

export const retryAfterSeconds = 5;

const drainBound = { bytes: 1_048_576, ms: 2_000 };
const overloadedDrainBound = { bytes: 65_536, ms: 100 };
/**
 * The limits for reading a known caller's upload to its end; otherwise most clients report a broken
 * connection.
 */
const uploadDrainBound = { bytes: 64 * 1_048_576, ms: 20_000 };

/** Converts errors of Express and its body parser, which have a `status` below 500 and sometimes a `type`. */
const httpError = (error: unknown): AppError | undefined => {
  if (!(error instanceof Error) || !('status' in error)) return undefined;
  if (typeof error.status !== 'number' || error.status >= 500) return undefined;
  if ('type' in error && error.type === 'entity.parse.failed')
    return new AppError('malformed-json');
  if (error.status === 413) return new AppError('body-too-large');
  if (error.status === 415) return new AppError('unsupported-media-type');
  return new AppError('invalid-request', { cause: error });
};

/** Builds `{success: false, message}`, or `error` if the route uses it (docs/behaviour/http.md#errors). */
export const failureBody = (error: AppError, rules: RouteRules | undefined): object => {
  const text = rules?.texts[error.code as keyof typeof rules.texts] ?? textOf(error.code);
  const message = error.detail ? `${text}: ${error.detail}` : text;
  return { success: false, [rules?.failureField ?? 'message']: message };
};

const envelopeOf = (error: AppError, req: Request): object => failureBody(error, rulesOf(req));

interface FailureOptions {
  /** Logs failures that the route does not declare, for development and tests. */
  strict: boolean;
  /** Counts invalid tokens, unknown paths and dropped bodies. */
  countRefusal: Gate['countRefusal'];
  /** Builds another body in place of the envelope. */
  bodyOf?: (error: AppError, req: Request) => object;
}

/** Sends every failure with `X-Error-Code`; an unexpected one only shows the request id. */
export const failureHandler =
  ({ strict, countRefusal, bodyOf = envelopeOf }: FailureOptions): ErrorRequestHandler =>
  async (thrown, req, res, _next) => {
    const error = httpError(thrown) ?? toAppError(thrown);
    logFailure(req, error, strict);
    req.isShed = isShed(error);
    if (res.headersSent) {
      // The response has begun, so cutting it off shows that it is incomplete.
      res.destroy();
      return;
    }
    const drainedBytes = await drain(req, res, error);
    // People have their own limits; other callers share those of the address.
    const isAnonymous = req.context?.actor.kind !== 'person';
    if ((drainedBytes > 0 && isAnonymous) || costly.has(error.code)) {
      countRefusal?.(req, drainedBytes);
    }
    const retryAfter = error.retryAfterSeconds ?? defaultRetryAfter[error.code];
    if (retryAfter !== undefined && !res.hasHeader('Retry-After')) {
      res.set('Retry-After', String(retryAfter));
    }
    if (error.code === 'invalid-token') res.set('WWW-Authenticate', 'Bearer');
    if (error.field && isHeaderText(error.field)) res.set('X-Error-Field', error.field);
    res.status(errorTable[error.code].status).set('X-Error-Code', error.code);
    res.json(bodyOf(error, req));
  };

const costly = new Set<ErrorCode>(['invalid-token', 'not-found']);
const defaultRetryAfter: Partial<Record<ErrorCode, number>> = {
  unavailable: retryAfterSeconds,
  'rate-limited': retryAfterSeconds,
};

/** Returns true if a text may be in a header; a field's name may come from the request. */
const isHeaderText = (text: string): boolean => /^[\x21-\x7e]{1,200}$/.test(text);

const logFailure = (req: Request, error: AppError, strict: boolean): void => {
  if (isFault(error) && !isShed(error)) {
    req.log.error({ err: error.cause ?? error }, error.code);
  }
  const declared = rulesOf(req)?.failures as readonly string[] | undefined;
  if (strict && declared && !declared.includes(error.code) && !anywhere.has(error.code)) {
    req.log.error({ code: error.code }, 'undeclared failure');
  }
};

/** Codes that every route may return: they occur before routing, or come from the connection. */
const anywhere = new Set<ErrorCode>([
  'malformed-json',
  'not-found',
  'method-not-allowed',
  'caller-left',
]);

/**
 * Reads and drops the rest of the body up to a limit, so that the caller can read the response. Returns the
 * bytes.
 */
const drain = async (req: Request, res: Response, error: AppError): Promise<number> => {
  if (req.complete || req.destroyed || !hasBody(req)) return 0;
  res.set('Connection', 'close');
  const bound = drainBoundOf(req, error);
  let dropped = 0;
  await new Promise<void>((resolve) => {
    const stop = () => {
      clearTimeout(timer);
      unlisten();
      req.off('data', onData);
      req.pause();
      resolve();
    };
    const onData = (chunk: Buffer) => {
      dropped += chunk.length;
      if (dropped > bound.bytes) stop();
    };
    const timer = setTimeout(stop, bound.ms);
    const unlisten = finished(req, stop);
    req.on('data', onData);
    req.resume();
  });
  return dropped;
};

const drainBoundOf = (req: Request, error: AppError) => {
  if (isShed(error)) return overloadedDrainBound;
  // While the database is unreachable, sessions cannot be checked.
  const mayBeKnown = req.context !== undefined || error.code === 'unavailable';
  return rulesOf(req)?.cost === 'upload' && mayBeKnown ? uploadDrainBound : drainBound;
};

/** Returns true for shed requests, which are expected and therefore not logged one by one. */
const isShed = (error: AppError): boolean =>
  error.code === 'unavailable' && error.retryAfterSeconds !== undefined;

const hasBody = (req: Request): boolean =>
  req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;

export const notFound = free(() => {
  throw new AppError('not-found');
});

type ConnectionFailure = 'invalid-request' | 'request-timeout' | 'headers-too-large';

/** Refuses what is not yet a request, and closes the connection. */
export const plainFailure = (code: ConnectionFailure) => {
  const { status } = errorTable[code];
  const body = JSON.stringify(failureBody(new AppError(code), undefined));
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Error-Code': code,
    Connection: 'close',
  };
  return { status, headers, body };
};

/** Builds the raw refusal that Node sends before there is a response object. */
export const rawFailure = (code: ConnectionFailure): string => {
  const { status, headers, body } = plainFailure(code);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n');
};
