import { json, type Request, type RequestHandler } from 'express';
import type { Bindings, LogFn } from 'pino';
import type { Authenticate } from '../auth/authenticate.ts';
import type { Config } from '../config.ts';
import { type Actor, type Context, type Log, requireRole } from '../context.ts';
import { AppError } from '../errors.ts';
import { generationActor } from './generation-access.ts';

const jsonBodyBytes = 262_144;

/** Lets a request through to its handler when its caller may make it, and gives it its context. */
export const authorize =
  (
    base: Omit<Context, 'actor' | 'log'>,
    authenticate: Authenticate,
    quizGenerateAuth: Config['quizGenerateAuth'],
  ): RequestHandler =>
  async (req, _res, next) => {
    const actor =
      req.rules?.access === 'quiz-generation'
        ? await generationActor(req, quizGenerateAuth, authenticate)
        : await actorOf(req, authenticate);
    req.context = { ...base, actor, log: new RequestLog(req) };
    next();
  };

/**
 * The log of a request, which is made when something is logged: seldom. An accessor in the context itself would be dear: V8
 * makes every object that is written with one a shape of its own, and keeps all that the object holds until the next
 * full collection.
 */
class RequestLog implements Log {
  readonly #req: Request;

  constructor(req: Request) {
    this.#req = req;
  }

  get debug(): Log['debug'] {
    return this.#method('debug');
  }

  get info(): Log['info'] {
    return this.#method('info');
  }

  get warn(): Log['warn'] {
    return this.#method('warn');
  }

  get error(): Log['error'] {
    return this.#method('error');
  }

  child(bindings: Bindings): Log {
    return this.#req.log.child(bindings);
  }

  #method(level: 'debug' | 'info' | 'warn' | 'error'): LogFn {
    const { log } = this.#req;
    return log[level].bind(log);
  }
}

const actorOf = async (req: Request, authenticate: Authenticate): Promise<Actor> => {
  // A public route does not look at the header: a stale token must not lock anybody out of it.
  if (req.rules?.access === 'public') return { kind: 'anonymous' };
  // The signature stands for the person; the service checks it.
  if (req.rules?.access === 'signed-url' && req.query.token !== undefined) {
    return { kind: 'anonymous' };
  }
  const actor = await authenticate(req.headers.authorization);
  const { access } = req.rules ?? {};
  requireRole(actor, access === 'reader' || access === 'signed-url' ? 'reader' : 'agent');
  return actor;
};

/** Parses a JSON body of at most 256 KiB, in UTF-8 (RFC 8259 §8.1); other kinds of body are left to the route. */
export const jsonBody: RequestHandler = json({
  limit: jsonBodyBytes,
  // It would read whatever UTF the header names: one that others on the way may have read otherwise.
  verify: (_req, _res, _body, charset) => {
    if (charset !== 'utf-8') throw Object.assign(new Error(charset), { status: 415 });
  },
});

/** Refuses an address with a NUL in it: no database text can hold one. */
export const refuseNul: RequestHandler = (req, _res, next) => {
  if (req.url.includes('%00')) {
    throw new AppError('invalid-request', { detail: 'path não pode conter o caractere NUL' });
  }
  next();
};
