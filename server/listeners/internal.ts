import { createExpressMiddleware } from '@trpc/server/adapters/express';
import type { Express, NextFunction, Request, RequestHandler, Response } from 'express';
import { attachmentsHttp, consoleAttachments, readUploadHash } from '../attachments/http.ts';
import { backupHandler } from '../backup/http.ts';
import { hintsHandler } from '../hints/http.ts';
import { limitCalls } from '../http/concurrency-limit.ts';
import { consolePage } from '../http/console-page.ts';
import { internalDocsRouter } from '../http/docs.ts';
import { notingWrites, serveContract } from '../http/endpoints.ts';
import { failureHandler, notFound } from '../http/failures.ts';
import { guardConsole } from '../http/guards.ts';
import { healthRoutes } from '../http/health.ts';
import { admitCaller, admittedCaller, clientOf } from '../http/internal-caller.ts';
import { checkInternalHost } from '../http/internal-host.ts';
import { limitInternalRate } from '../http/rate-limit.ts';
import { createRefusalLimit } from '../http/refusal-limit.ts';
import { runningOnce } from '../idempotency/http.ts';
import { originalHandler } from '../inbound/http.ts';
import { procedures } from '../internal-contract.ts';
import { internalRouter } from '../internal-router.ts';
import { sessionRoutes } from '../sessions/http.ts';
import type { AppParts } from './app-parts.ts';
import { bareApp, instrumentRequest, limits } from './every-request.ts';

const maxBodyBytes = { usual: 262_144, large: 4 * 1_048_576 };

const largeInputs = new Set(procedures.filter(({ large }) => large).map(({ path }) => path));

const maxInternalBatch = 20;

/**
 * The internal listener: tRPC with its reference page, the console, the embedded database's backup,
 * metrics and health.
 */
export const createInternalApp = (parts: AppParts): Express => {
  const app = bareApp(parts.config);
  const { internalListen, internalHosts } = parts.config;
  const consoleHosts = parts.console ? [new URL(parts.console.url).hostname] : [];
  app.use(instrumentRequest(app, parts));
  app.use(checkInternalHost([internalListen.host, ...internalHosts, ...consoleHosts]));
  app.use(healthRoutes(parts.checkReadiness));
  app.get('/metrics', async (_req, res) => {
    const { contentType, text } = await parts.metricsRegistry.render();
    res.type(contentType).send(text);
  });
  const { rateLimited } = parts.metricsRegistry.metrics;
  const isLimited = parts.config.rateLimit;
  const refusals = isLimited ? createRefusalLimit(rateLimited) : undefined;
  app.use(['/console', '/backup'], (req, _res, next) => {
    refusals?.check(req);
    next();
  });
  app.post('/backup', backupHandler(parts.base, parts.authenticate, parts.dumpDatabase));
  const limit = isLimited
    ? limitInternalRate(parts.redis, rateLimited)
    : (_req: Request, _res: Response, next: NextFunction) => next();
  serveConsole(app, parts, limit);
  const [usual, large] = [maxBodyBytes.usual, maxBodyBytes.large].map((max) => trpc(parts, max));
  const callLimits = isLimited ? [limit, limitCalls(rateLimited)] : [];
  app.use(
    '/trpc',
    admitCaller(parts.authenticateInternal, refusals, callLimits),
    (req, res, next) => {
      const handle = req.path.split(/[/,]/).some((path) => largeInputs.has(path)) ? large : usual;
      handle?.(req, res, next);
    },
  );
  app.use(internalDocsRouter());
  app.use(consolePage({ dev: parts.config.environment === 'development' }));
  app.use(notFound);
  app.use(failureHandler({ strict: false, ...(refusals && { countRefusal: refusals.count }) }));
  return app;
};

/** Signing in, hints, mails as they came and attachments: what the console's page asks for. */
const serveConsole = (app: Express, parts: AppParts, limit: RequestHandler): void => {
  const { base, config, authenticateInternal: authenticate } = parts;
  if (parts.console) {
    app.use('/console', sessionRoutes(parts.console, base, authenticate, limit));
  } else app.use(config.environment === 'production' ? '/console' : '/console/login', notFound);
  app.get('/console/events', hintsHandler(parts.hintStreams, authenticate));
  app.get('/console/messages/:id/original', guardConsole(base, authenticate), originalHandler);
  const { uploadAttachments, downloadAttachment } = attachmentsHttp;
  const handlers = runningOnce(
    consoleAttachments,
    { uploadAttachments, downloadAttachment },
    { uploadAttachments: readUploadHash },
  );
  serveContract(
    app,
    consoleAttachments,
    base.reads ? notingWrites(handlers) : handlers,
    [guardConsole(base, authenticate), ...limits(parts)],
    { strict: config.environment !== 'production' },
  );
};

/** The tRPC API with bodies of at most `maxBodySize` bytes. */
const trpc = (parts: AppParts, maxBodySize: number): RequestHandler =>
  createExpressMiddleware({
    router: internalRouter,
    maxBodySize,
    maxBatchSize: maxInternalBatch,
    // tRPC sends its own refusals (an oversized batch, an unknown media type) as plain text.
    responseMeta: ({ info }) =>
      info ? {} : { headers: new Headers({ 'Content-Type': 'application/json' }) },
    createContext: ({ req }) => ({
      ...parts.base,
      authenticate: () => admittedCaller(req),
      log: req.log,
      request: { channel: 'trpc', client: clientOf(req), id: String(req.id), readsOnly: false },
      onProcedure: (path) => {
        req.procedures ??= [];
        req.procedures.push(path);
      },
      jobs: parts.jobs,
      redis: parts.redis,
    }),
  });
