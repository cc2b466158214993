import { type AppRoute, isAppRouteNoBody } from '@ts-rest/core';
import { json, type Request, type RequestHandler } from 'express';
import type { Authenticate } from '../auth/authenticate.ts';
import type { Config } from '../config/config.ts';
import { type Actor, type BaseContext, type Context, refuseWithoutRole } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { generationActor } from './generation-access.ts';
import { rulesOf } from './router.ts';
import { refuseNul } from './url.ts';

const jsonBodyBytes = 262_144;

interface GuardParts {
  base: BaseContext;
  authenticate: Authenticate;
  quizGenerateAuth: Config['quizGenerateAuth'];
  /** Throws to refuse what must not cost any work. */
  admit: (req: Request) => void;
  /** Called for a caller whose token is valid. */
  onVerified: (req: Request) => void;
}

/**
 * Refuses callers who may not use the route, and gives the request its context. One layer: each
 * costs about a microsecond a request.
 */
export const guard =
  ({ base, authenticate, quizGenerateAuth, admit, onVerified }: GuardParts): RequestHandler =>
  async (req, _res, next) => {
    refuseNul(req);
    admit(req);
    const actor =
      rulesOf(req)?.access === 'quiz-generation'
        ? await generationActor(req, quizGenerateAuth, authenticate)
        : await actorOf(req, authenticate);
    if (actor.kind === 'person') onVerified(req);
    req.context = contextOf(req, base, actor);
    next();
  };

/**
 * As {@link guard}, for routes of the contract that the console uses: refuses everybody below an
 * agent.
 */
export const guardConsole =
  (base: BaseContext, authenticate: (req: Request) => Promise<Actor>): RequestHandler =>
  async (req, _res, next) => {
    refuseNul(req);
    const actor = await authenticate(req);
    refuseWithoutRole(actor, 'agent');
    req.context = contextOf(req, base, actor);
    next();
  };

const contextOf = (req: Request, base: BaseContext, actor: Actor): Context => ({
  ...base,
  actor,
  request: {
    channel: 'http',
    id: req.id,
    readsOnly: req.method === 'GET' || req.method === 'HEAD',
  },
  // Made for the few requests that log anything.
  get log() {
    return req.log;
  },
});

const actorOf = async (req: Request, authenticate: Authenticate): Promise<Actor> => {
  const access = rulesOf(req)?.access;
  // The header is ignored on a public route: an expired token must not lock anybody out of it.
  // Services verify signatures.
  const isOpen =
    access === 'public' || access === 'webhook' || (access === 'signed-url' && req.query.token);
  if (isOpen) return { kind: 'anonymous' };
  const actor = await authenticate(req.headers.authorization);
  refuseWithoutRole(actor, access === 'reader' || access === 'signed-url' ? 'reader' : 'agent');
  return actor;
};

const jsonParser = json({
  limit: jsonBodyBytes,
  // The contract refuses a text or null, and says what a body must be.
  strict: false,
  // The parser would accept any UTF that the header names, which a proxy may have read differently.
  verify: (req: Request, _res, body, charset) => {
    if (rulesOf(req)?.access === 'webhook') req.rawBody = body;
    if (charset !== 'utf-8') throw Object.assign(new Error(charset), { status: 415 });
  },
});

const takesJson = (route: AppRoute | undefined): boolean =>
  route !== undefined &&
  'body' in route &&
  !isAppRouteNoBody(route.body) &&
  route.contentType !== 'multipart/form-data';

const hasOtherBody = (req: Request): boolean =>
  req.headers['content-length'] !== '0' && req.is('application/json') === false;

/**
 * Parses the body of a route that takes JSON: at most 256 KiB, in UTF-8 (RFC 8259 §8.1). A body of
 * another media type, or of none, is `unsupported-media-type`.
 */
export const parseJson: RequestHandler = (req, res, next) => {
  if (!takesJson(req.tsRestRoute)) next();
  else if (hasOtherBody(req)) next(new AppError('unsupported-media-type'));
  else {
    // A body that is missing is as good as `{}`, as an empty one is.
    req.body = {};
    jsonParser(req, res, next);
  }
};
