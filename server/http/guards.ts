import { json, type Request } from 'express';
import type { Bindings, LogFn } from 'pino';
import type { Authenticate } from '../auth/authenticate.ts';
import type { Config } from '../config/config.ts';
import { type Actor, type BaseContext, type Log, requireRole } from '../context.ts';
import type { Guards } from './contract-router.ts';
import { generationActor } from './generation-access.ts';
import { runMiddleware } from './run-middleware.ts';

const jsonBodyBytes = 262_144;

/** Refuses callers who may not use the route, and gives the request its context. */
export const authorize =
  (
    base: BaseContext,
    authenticate: Authenticate,
    quizGenerateAuth: Config['quizGenerateAuth'],
  ): Guards['authorize'] =>
  async (req) => {
    const actor =
      req.rules?.access === 'quiz-generation'
        ? await generationActor(req, quizGenerateAuth, authenticate)
        : await actorOf(req, authenticate);
    req.context = {
      ...base,
      actor,
      channel: 'http',
      readsOnly: req.method === 'GET' || req.method === 'HEAD',
      requestId: req.id,
      log: new RequestLog(req),
    };
  };

/**
 * The log of a request; its child logger is made at the first line, which few requests have. Not a getter in the context: V8 gives
 * each object literal with a getter a hidden class of its own, which keeps the object alive until the next full collection.
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
  // The header is ignored on a public route: an expired token must not lock anybody out of it.
  if (req.rules?.access === 'public') return { kind: 'anonymous' };
  // The service verifies the signature of the body.
  if (req.rules?.access === 'webhook') return { kind: 'anonymous' };
  // The service verifies the signature.
  if (req.rules?.access === 'signed-url' && req.query.token) {
    return { kind: 'anonymous' };
  }
  const actor = await authenticate(req.headers.authorization);
  const { access } = req.rules ?? {};
  requireRole(actor, access === 'reader' || access === 'signed-url' ? 'reader' : 'agent');
  return actor;
};

const jsonParser = json({
  limit: jsonBodyBytes,
  // The parser would accept any UTF that the header names, which a proxy may have read differently.
  verify: (req: Request, _res, body, charset) => {
    if (req.rules?.access === 'webhook') req.rawBody = body;
    if (charset !== 'utf-8') throw Object.assign(new Error(charset), { status: 415 });
  },
});

/** Parses a JSON body of at most 256 KiB, in UTF-8 (RFC 8259 §8.1). A body of another media type is left unread. */
export const parseJson: Guards['parseJson'] = (req, res) => runMiddleware(jsonParser, req, res);
