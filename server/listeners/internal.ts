import { createExpressMiddleware } from '@trpc/server/adapters/express';
import { type Express, type RequestHandler, Router } from 'express';
import { attachmentsHttp, consoleAttachments, readUploadHash } from '../attachments/http.ts';
import { recordRefusal } from '../audit/service.ts';
import { backupHandler } from '../backup/http.ts';
import { hintsHandler } from '../hints/http.ts';
import { anonymous, atLeast } from '../http/admission/callers.ts';
import { costOfRoute } from '../http/admission/costs.ts';
import { type Gate, openGate } from '../http/admission/gate.ts';
import { checkInternalHost } from '../http/admission/internal-host.ts';
import { consolePage } from '../http/console-page.ts';
import { internalDocsRouter } from '../http/docs.ts';
import { notingWrites, serveContract } from '../http/endpoints.ts';
import { failureHandler, notFound } from '../http/failures.ts';
import { healthRoutes } from '../http/health.ts';
import { ctxOf } from '../http/router.ts';
import { runningOnce } from '../idempotency/http.ts';
import { originalHandler } from '../inbound/http.ts';
import { procedures } from '../internal-contract.ts';
import { internalRouter } from '../internal-router.ts';
import { sessionRoutes } from '../sessions/http.ts';
import { refusedRequest } from '../trpc/errors.ts';
import type { AppParts } from './app-parts.ts';
import { bareApp, instrumentRequest } from './every-request.ts';

const maxBodyBytes = { usual: 262_144, large: 4 * 1_048_576 };

const largeInputs = new Set(procedures.filter(({ large }) => large).map(({ path }) => path));

/**
 * Creates the internal listener: tRPC with its reference page, the console, the embedded database's backup,
 * metrics and health.
 */
export const createInternalApp = (parts: AppParts): Express => {
  const app = bareApp(parts.config);
  const { internalListen, internalHosts } = parts.config;
  const consoleHosts = parts.console ? [new URL(parts.console.url).hostname] : [];
  app.use(instrumentRequest(parts));
  app.use(checkInternalHost([internalListen.host, ...internalHosts, ...consoleHosts]));
  app.use(healthRoutes(parts.checkReadiness));
  const gate = openGate({
    ...parts,
    onRefusal: parts.metricsRegistry.metrics.rateLimited,
    // The team's work waits for its own connections, so no load is shed.
    loadShedder: undefined,
  });
  app.get('/metrics', gate.admit('metrics', anonymous), async (_req, res) => {
    const { contentType, text } = await parts.metricsRegistry.render();
    res.type(contentType).send(text);
  });
  const byToken = atLeast('admin', (req) => parts.authenticate(req.headers.authorization));
  app.post('/backup', gate.admit('backup', byToken), backupHandler(parts.dumpDatabase));
  serveConsole(app, parts, gate);
  app.use('/trpc', trpcRouter(parts, gate));
  app.use(gate.admit('page', anonymous));
  app.use(internalDocsRouter());
  app.use(consolePage({ dev: parts.config.environment === 'development' }));
  app.use(notFound);
  app.use(failureHandler({ strict: false, countRefusal: gate.countRefusal }));
  return app;
};

/** Serves what the console's page requests: sign-in, hints, original mails and attachments. */
const serveConsole = (app: Express, parts: AppParts, gate: Gate): void => {
  const { base, config, authenticateInternal: authenticate } = parts;
  const agent = atLeast('agent', authenticate);
  if (parts.console) {
    app.use('/console', sessionRoutes(parts.console, authenticate, gate));
  } else app.use(config.environment === 'production' ? '/console' : '/console/login', notFound);
  app.get(
    '/console/events',
    gate.admit('events', agent),
    hintsHandler(parts.hintStreams, authenticate),
  );
  app.get('/console/messages/:id/original', gate.admit('original', agent), originalHandler);
  const { uploadAttachments, downloadAttachment } = attachmentsHttp;
  const handlers = runningOnce(
    consoleAttachments,
    { uploadAttachments, downloadAttachment },
    { uploadAttachments: readUploadHash },
  );
  serveContract(app, consoleAttachments, base.reads ? notingWrites(handlers) : handlers, [
    gate.admit(costOfRoute, agent),
  ]);
};

/** Serves the tRPC API; refusals before a procedure is called also have tRPC's form. */
const trpcRouter = (parts: AppParts, gate: Gate): Router => {
  const [usual, large] = [maxBodyBytes.usual, maxBodyBytes.large].map((max) => trpc(parts, max));
  return Router()
    .use(
      gate.admitCalls(
        ({ method }) =>
          method === 'GET' || method === 'HEAD' ? 'internal-read' : 'internal-write',
        atLeast('reader', parts.authenticateInternal),
      ),
    )
    .use((req, res, next) => {
      const handle = req.path.split(/[/,]/).some((path) => largeInputs.has(path)) ? large : usual;
      handle?.(req, res, next);
    })
    .use(
      failureHandler({ strict: false, countRefusal: gate.countRefusal, bodyOf: refusedRequest }),
    );
};

/** Serves the tRPC API with bodies of at most `maxBodySize` bytes. */
const trpc = (parts: AppParts, maxBodySize: number): RequestHandler =>
  createExpressMiddleware({
    router: internalRouter,
    maxBodySize,
    // tRPC sends its own refusals (a too large batch, an unknown media type) as plain text.
    responseMeta: ({ info }) =>
      info ? {} : { headers: new Headers({ 'Content-Type': 'application/json' }) },
    createContext: ({ req }) => ({
      ...ctxOf(req),
      onProcedure: (path) => {
        req.procedures ??= [];
        req.procedures.push(path);
      },
      jobs: parts.jobs,
      redis: parts.redis,
      recordRefusal,
    }),
  });
