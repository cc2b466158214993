import { STATUS_CODES } from 'node:http';
import { finished } from 'node:stream';
import type { ErrorRequestHandler, NextFunction, Request, Response } from 'express';
import { failures, type RouteRules } from '../../contract/index.ts';
import { AppError, type ErrorCode, isFault, toAppError } from '../errors.ts';

/** How each error code looks over HTTP. What the contract lists, it lists; the rest never leaves the internal API. */
const httpFailures = {
  ...failures,
  'account-not-found': { status: 404, message: 'Conta não encontrada' },
  'group-member-not-found': { status: 404, message: 'Membro não encontrado' },
  'quiz-attempted': { status: 409, message: 'Quiz já tentado por leitores' },
  'job-not-found': { status: 404, message: 'Tarefa não encontrada' },
  'caller-left': { status: 499, message: 'Requisição cancelada' },
  'agent-not-found': { status: 404, message: 'Agente não encontrado' },
  'model-failed': { status: 502, message: 'Erro ao consultar o modelo de linguagem' },
  'mail-not-found': { status: 404, message: 'E-mail não encontrado' },
  'mail-already-sent': { status: 409, message: 'E-mail já enviado' },
  'job-running': { status: 409, message: 'Tarefa já em execução' },
} as const satisfies Record<ErrorCode, { status: number; message: string }>;

/** When a caller may try again what was unavailable. */
export const retryAfterSeconds = 5;
const drained = { bytes: 1_048_576, ms: 2_000 };
/** A refused upload is read to its end: cut off, most clients would tell of a broken connection and not of the refusal. */
const drainedOfUploads = { bytes: 64 * 1_048_576, ms: 20_000 };

/** What Express and its body parser throw: errors with a `status` below 500, and for some a `type`. */
const httpError = (error: unknown): AppError | undefined => {
  if (!(error instanceof Error) || !('status' in error)) return undefined;
  if (typeof error.status !== 'number' || error.status >= 500) return undefined;
  if ('type' in error && error.type === 'entity.parse.failed')
    return new AppError('malformed-json');
  if (error.status === 413) return new AppError('body-too-large');
  if (error.status === 415) return new AppError('unsupported-media-type');
  return new AppError('invalid-request', { cause: error });
};

/** The body of a failure: `{success: false, message}`, or `error` where the route says so (specification §7). */
export const failureBody = (error: AppError, rules: RouteRules | undefined): object => {
  const text =
    rules?.texts[error.code as keyof typeof rules.texts] ?? httpFailures[error.code].message;
  const message = error.detail ? `${text}: ${error.detail}` : text;
  return { success: false, [rules?.failureField ?? 'message']: message };
};

/**
 * Answers every failure on every path with the envelope and `X-Error-Code`. Nothing of an unforeseen error but the request id
 * reaches the caller.
 *
 * @param strict also logs, as an error, a failure the route does not declare: for development and tests
 */
export const failureHandler =
  (strict: boolean): ErrorRequestHandler =>
  async (thrown, req, res, _next) => {
    const error = httpError(thrown) ?? toAppError(thrown);
    logFailure(req, error, strict);
    if (res.headersSent) {
      // The answer had begun: cutting it is the only way left to say that it is not whole.
      res.destroy();
      return;
    }
    await drain(req, res);
    if (error.code === 'unavailable' && !res.hasHeader('Retry-After')) {
      res.set('Retry-After', String(retryAfterSeconds));
    }
    if (error.code === 'invalid-token') res.set('WWW-Authenticate', 'Bearer');
    res
      .status(httpFailures[error.code].status)
      .set('X-Error-Code', error.code)
      .set('Cache-Control', 'no-store')
      .json(failureBody(error, req.rules));
  };

const logFailure = (req: Request, error: AppError, strict: boolean): void => {
  if (isFault(error)) {
    req.log.error({ err: error.cause ?? error }, error.code);
  }
  const declared = req.rules?.failures as readonly string[] | undefined;
  if (strict && declared && !declared.includes(error.code) && !anywhere.has(error.code)) {
    req.log.error({ code: error.code }, 'a failure that the route does not declare');
  }
};

/** Failures that come before a route is known, or of the connection. */
const anywhere = new Set<ErrorCode>([
  'malformed-json',
  'not-found',
  'method-not-allowed',
  'caller-left',
]);

/**
 * Reads and drops what is left of a refused request's body, up to a bound, so that the caller can read the answer; beyond it
 * the connection closes with the answer.
 */
const drain = async (req: Request, res: Response): Promise<void> => {
  if (req.complete || req.destroyed || !hasBody(req)) return;
  res.set('Connection', 'close');
  const bound = req.rules?.cost === 'upload' ? drainedOfUploads : drained;
  let left = bound.bytes;
  await new Promise<void>((resolve) => {
    const stop = () => {
      clearTimeout(timer);
      unlisten();
      req.off('data', onData);
      req.pause();
      resolve();
    };
    const onData = (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) stop();
    };
    const timer = setTimeout(stop, bound.ms);
    const unlisten = finished(req, stop);
    req.on('data', onData);
    req.resume();
  });
};

const hasBody = (req: Request): boolean =>
  req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;

/** The last handler of the public listener: no route has this path. */
export const notFound = (_req: Request, _res: Response, _next: NextFunction): never => {
  throw new AppError('not-found');
};

type ConnectionFailure = 'invalid-request' | 'request-timeout' | 'headers-too-large';

/** The answer in the envelope to what is refused before it is a request; the connection ends with it. */
export const plainFailure = (code: ConnectionFailure) => {
  const { status } = httpFailures[code];
  const body = JSON.stringify(failureBody(new AppError(code), undefined));
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Error-Code': code,
    Connection: 'close',
  };
  return { status, headers, body };
};

/** As {@link plainFailure}, a whole HTTP/1.1 answer, for what Node refuses before there is a response. */
export const rawFailure = (code: ConnectionFailure): string => {
  const { status, headers, body } = plainFailure(code);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n');
};
