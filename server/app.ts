import { createExpressMiddleware } from '@trpc/server/adapters/express';
import cors, { type CorsOptions } from 'cors';
import express, {
  type Express,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import type { Logger } from 'pino';
import { contract } from '../contract/index.ts';
import { aiHttp } from './ai/http.ts';
import { attachmentsHttp, consoleAttachments, readUploadHash } from './attachments/http.ts';
import type { Authenticate } from './auth/authenticate.ts';
import type { AuthenticateInternal } from './auth/sessions.ts';
import { backupHandler } from './backup/http.ts';
import type { Redis } from './clients/redis.ts';
import type { Config } from './config/config.ts';
import type { BaseContext } from './context.ts';
import { groupsHttp } from './groups/http.ts';
import { hintsHandler } from './hints/http.ts';
import type { HintStreams } from './hints/streams.ts';
import { limitCalls, limitConcurrency } from './http/concurrency-limit.ts';
import { consolePage } from './http/console-page.ts';
import { docsRouter, internalDocsRouter, type PublicAddresses } from './http/docs.ts';
import { notingWrites, serveContract } from './http/endpoints.ts';
import { failureHandler, notFound } from './http/failures.ts';
import { guard, guardConsole, parseJson } from './http/guards.ts';
import { type CheckReadiness, healthRoutes } from './http/health.ts';
import { admitCaller, admittedCaller, clientOf } from './http/internal-caller.ts';
import { checkInternalHost } from './http/internal-host.ts';
import type { LoadShedder } from './http/load-shedding.ts';
import { limitInternalRate, limitRate } from './http/rate-limit.ts';
import { createRefusalLimit } from './http/refusal-limit.ts';
import { implement } from './http/router.ts';
import { securityHeaders } from './http/security-headers.ts';
import { keepRoutable, refuseNul } from './http/url.ts';
import { runningOnce } from './idempotency/http.ts';
import { originalHandler } from './inbound/http.ts';
import { procedures } from './internal-contract.ts';
import { internalRouter } from './internal-router.ts';
import type { JobRunner } from './jobs/runner.ts';
import { newsletterEventsHttp } from './newsletter-events/http.ts';
import { quickRepliesHttp } from './quick-replies/http.ts';
import { quizHttp } from './quiz/http.ts';
import { rankingsHttp } from './rankings/http.ts';
import { repliesHttp } from './replies/http.ts';
import { reportsHttp } from './reports/http.ts';
import { type ConsoleSite, sessionRoutes } from './sessions/http.ts';
import { streaksHttp } from './streaks/http.ts';
import { tagsHttp } from './tags/http.ts';
import { logRequests } from './telemetry/logging.ts';
import type { MetricsRegistry } from './telemetry/metrics-registry.ts';
import type { Tracing } from './telemetry/tracing.ts';

/** What both listeners need. */
export interface AppParts {
  config: Config;
  base: BaseContext;
  addresses: PublicAddresses;
  authenticate: Authenticate;
  /**
   * The caller of a request to the internal listener, by bearer token or by the console's cookie.
   */
  authenticateInternal: AuthenticateInternal;
  /** Undefined: there is no console. */
  console: ConsoleSite | undefined;
  redis: Redis | undefined;
  metricsRegistry: MetricsRegistry;
  traceRequest: Tracing['request'];
  jobs: Pick<JobRunner, 'list' | 'run'>;
  checkReadiness: CheckReadiness;
  hintStreams: HintStreams;
  /** Undefined: nothing is refused under load. */
  loadShedder: LoadShedder | undefined;
  /** Dumps the embedded database; undefined on a server. */
  dumpDatabase: (() => Promise<Blob>) | undefined;
  log: Logger;
}

/**
 * The handler of every operation of the contract: a missing one does not compile. Express tries
 * routes in this order, so those of the daily rush come first.
 */
const everyHandler = implement(contract, {
  ...rankingsHttp,
  ...quizHttp,
  ...streaksHttp,
  ...tagsHttp,
  ...groupsHttp,
  ...attachmentsHttp,
  ...quickRepliesHttp,
  ...repliesHttp,
  ...reportsHttp,
  ...aiHttp,
  ...newsletterEventsHttp,
});

const readHashes = { uploadAttachments: readUploadHash };
const handlers = runningOnce(contract, everyHandler, readHashes);

const exposedHeaders = [
  'X-Request-Id',
  'X-Error-Code',
  'X-Error-Field',
  'Idempotent-Replayed',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'ETag',
  'Content-Disposition',
  'Content-Range',
];

const loopbackOrigin = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/**
 * The origins whose pages may call the API; undefined: none. In development those of this machine,
 * unless others are configured.
 */
const allowedOrigins = ({
  corsOrigins,
  environment,
}: Config): '*' | string[] | RegExp | undefined => {
  if (corsOrigins.includes('*')) return '*';
  if (corsOrigins.length > 0) return corsOrigins;
  return environment === 'development' ? loopbackOrigin : undefined;
};

/**
 * The public listener: the contract's routes, health, and the API's document and reference page.
 */
export const createPublicApp = (parts: AppParts): Express => {
  const { config } = parts;
  const strict = config.environment !== 'production';
  const app = bareApp(config);
  const origin = allowedOrigins(config);
  const { rateLimited } = parts.metricsRegistry.metrics;
  const refusals = config.rateLimit ? createRefusalLimit(rateLimited) : undefined;
  const admit = (req: Request) => {
    refusals?.check(req);
    parts.loadShedder?.check(req);
  };
  app.use(instrumentRequest(app, parts, parts.loadShedder));
  if (origin) app.use(allowOrigins(origin));
  serveContract(
    app,
    contract,
    parts.base.reads ? notingWrites(handlers) : handlers,
    [
      guard({
        ...parts,
        quizGenerateAuth: config.quizGenerateAuth,
        admit,
        onVerified: (req) => parts.loadShedder?.remember(req),
      }),
      ...limits(parts),
      parseJson,
    ],
    { strict },
  );
  app.use(healthRoutes(parts.checkReadiness));
  app.use((req, _res, next) => {
    refuseNul(req);
    admit(req);
    next();
  });
  app.use(docsRouter(parts.addresses));
  app.use(notFound);
  app.use(failureHandler({ strict, ...(refusals && { countRefusal: refusals.count }) }));
  return app;
};

/** The limits of the contract's routes, unless they are off. */
const limits = ({ config, redis, metricsRegistry }: AppParts): RequestHandler[] => {
  const { rateLimited } = metricsRegistry.metrics;
  return config.rateLimit ? [limitConcurrency(rateLimited), limitRate(redis, rateLimited)] : [];
};

/** Answers preflights. Without an origin OPTIONS is none, and lists the methods of its path. */
const allowOrigins = (origin: CorsOptions['origin']): RequestHandler => {
  const allow = cors({ origin, exposedHeaders, maxAge: 600 });
  return (req, res, next) =>
    req.method === 'OPTIONS' && !req.headers.origin ? next() : allow(req, res, next);
};

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
  const authenticate = parts.authenticateInternal;
  const limit = isLimited
    ? limitInternalRate(parts.redis, rateLimited)
    : (_req: Request, _res: Response, next: NextFunction) => next();
  if (parts.console) {
    app.use('/console', sessionRoutes(parts.console, parts.base, authenticate, limit));
  } else
    app.use(parts.config.environment === 'production' ? '/console' : '/console/login', notFound);
  app.get('/console/events', hintsHandler(parts.hintStreams, authenticate));
  app.get(
    '/console/messages/:id/original',
    guardConsole(parts.base, authenticate),
    originalHandler,
  );
  const { uploadAttachments, downloadAttachment } = attachmentsHttp;
  const consoleHandlers = runningOnce(
    consoleAttachments,
    { uploadAttachments, downloadAttachment },
    readHashes,
  );
  serveContract(
    app,
    consoleAttachments,
    parts.base.reads ? notingWrites(consoleHandlers) : consoleHandlers,
    [guardConsole(parts.base, authenticate), ...limits(parts)],
    { strict: parts.config.environment !== 'production' },
  );
  const [usual, large] = [maxBodyBytes.usual, maxBodyBytes.large].map((max) => trpc(parts, max));
  const callLimits = isLimited ? [limit, limitCalls(rateLimited)] : [];
  app.use('/trpc', admitCaller(authenticate, refusals, callLimits), (req, res, next) => {
    const handle = req.path.split(/[/,]/).some((path) => largeInputs.has(path)) ? large : usual;
    handle?.(req, res, next);
  });
  app.use(internalDocsRouter());
  app.use(consolePage({ dev: parts.config.environment === 'development' }));
  app.use(notFound);
  app.use(failureHandler({ strict: false, ...(refusals && { countRefusal: refusals.count }) }));
  return app;
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

/** The headers of every response; by default no cache stores it. */
const defaultHeaders = new Map(Object.entries({ ...securityHeaders, 'Cache-Control': 'no-store' }));

const bareApp = ({ trustProxy }: Config): Express => {
  const app = express();
  app.disable('x-powered-by').disable('etag');
  if (trustProxy !== undefined) app.set('trust proxy', trustProxy);
  return app;
};

/**
 * Measures, logs and traces every request. One layer and one listener: each costs about a
 * microsecond a request.
 */
const instrumentRequest = (
  app: Express,
  { log, metricsRegistry, traceRequest }: AppParts,
  loadShedder?: LoadShedder,
): RequestHandler => {
  const logging = logRequests(app, log);
  return (req, res, next) => {
    const started = performance.now();
    logging.assignRequestId(req);
    keepRoutable(req);
    res.setHeaders(defaultHeaders);
    res.setHeader('X-Request-Id', req.id);
    res.on('close', () => {
      const seconds = (performance.now() - started) / 1_000;
      if (!req.isStream) metricsRegistry.observeRequest(req, res, seconds);
      logging.logResponse(req, res, seconds);
      if (res.statusCode !== 503) loadShedder?.countServed();
    });
    if (traceRequest) traceRequest(req, res, next);
    else next();
  };
};
