import express, { type ErrorRequestHandler, type Router } from 'express';
import type { IdentityProvider } from '../auth/identity-provider.ts';
import {
  type AuthenticateInternal,
  readCookie,
  sessionAgeMs,
  sessionCookie,
} from '../auth/sessions.ts';
import { AppError, type ErrorCode, errorTable, toAppError } from '../core/errors.ts';
import { anonymous, atLeast } from '../http/admission/callers.ts';
import { free, type Gate } from '../http/admission/gate.ts';
import { otherMethods } from '../http/other-methods.ts';
import { ctxOf } from '../http/router.ts';
import { beginSignIn, endSession, finishSignIn, signInMs } from './service.ts';

export interface ConsoleSite {
  /** The address at which a browser reaches the console. */
  url: string;
  provider: IdentityProvider;
}

/** Serves login, callback, logout and session below `/console` (docs/behaviour/access.md#console). */
export const sessionRoutes = (
  { url, provider }: ConsoleSite,
  authenticate: AuthenticateInternal,
  gate: Gate,
): Router => {
  const cookie = sessionCookie(url);
  const signIn = { ...cookie, name: `${cookie.name}-login` };
  const admitSignIn = gate.admit('sign-in', anonymous);
  const router = express.Router();
  router
    .route('/login')
    .get(refuseEmbedded, admitSignIn, async (req, res) => {
      const begun = await beginSignIn(ctxOf(req), provider);
      const path = Buffer.from(String(req.query.to ?? '')).toString('base64url');
      res.cookie(signIn.name, `${begun.state}.${path}`, { ...signIn.attributes, maxAge: signInMs });
      res.redirect(303, begun.url);
    })
    .all(otherMethods(['GET']));
  router
    .route('/callback')
    .get(refuseEmbedded, admitSignIn, async (req, res) => {
      const [state = '', path = ''] = readCookie(req, signIn.name)?.split('.') ?? [];
      res.clearCookie(signIn.name, signIn.attributes);
      const secret = await finishSignIn(ctxOf(req), provider, {
        address: new URL(req.originalUrl, url),
        state,
        previousSecret: readCookie(req, cookie.name),
        userAgent: req.headers['user-agent'],
      });
      res.cookie(cookie.name, secret, { ...cookie.attributes, maxAge: sessionAgeMs });
      res.redirect(303, pathInConsole(Buffer.from(path, 'base64url').toString(), url));
    })
    .all(otherMethods(['GET']));
  router.use(['/login', '/callback'], refusalPage);
  router
    .route('/logout')
    .post(gate.admit('internal-write', authenticate), async (req, res) => {
      const { actor } = ctxOf(req);
      if (actor.kind === 'person' && actor.sessionId !== undefined) {
        await endSession(ctxOf(req), actor.sessionId);
      }
      res.clearCookie(cookie.name, cookie.attributes).sendStatus(204);
    })
    .all(otherMethods(['POST']));
  router
    .route('/session')
    .get(gate.admit('internal-read', atLeast('agent', authenticate)), (req, res) => {
      const { actor } = ctxOf(req);
      if (actor.kind !== 'person') return;
      const { email = null, name = null, role } = actor;
      res.json({ email, name, role });
    })
    .all(otherMethods(['GET']));
  return router;
};

/** Without this, an image or frame on any site could use up its visitors' sign-ins. */
const refuseEmbedded = free((req, _res, next) => {
  const destination = req.headers['sec-fetch-dest'];
  if (destination !== undefined && destination !== 'document') throw new AppError('cross-site');
  next();
});

const home = '/console/';

/** Returns a path of the console's pages; any other address becomes its start page. */
const pathInConsole = (wanted: string, consoleUrl: string): string => {
  const target = URL.parse(wanted, consoleUrl);
  const isPage = target?.origin === consoleUrl && target.pathname.startsWith(home);
  if (!isPage || /^\/console\/(login|callback|logout|session)$/.test(target.pathname)) return home;
  return `${target.pathname}${target.search}${target.hash}`;
};

const texts: Partial<Record<ErrorCode, string>> = {
  'sign-in-failed': 'O pedido de entrada expirou, já foi usado ou não confere.',
  forbidden:
    'Esta conta não tem acesso ao console. Quem administra a equipe pode dar um papel a ela.',
  'rate-limited': 'Muitas tentativas. Espere um minuto.',
  unavailable: 'O serviço ou o provedor de contas está fora do ar. Espere um instante.',
};

const refusalPage: ErrorRequestHandler = (thrown, req, res, next) => {
  const { code, retryAfterSeconds } = toAppError(thrown);
  const text = texts[code];
  if (text === undefined) {
    next(thrown);
    return;
  }
  req.log.warn({ err: thrown }, 'sign-in failed');
  if (retryAfterSeconds) res.set('Retry-After', String(retryAfterSeconds));
  res
    .status(errorTable[code].status)
    .set('X-Error-Code', code)
    .type('html')
    .send(`<!doctype html>
<html lang="pt-BR">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Não foi possível entrar</title>
<h1>Não foi possível entrar</h1>
<p>${text}</p>
<p><a href="/console/login">Tentar de novo</a></p>
</html>
`);
};
