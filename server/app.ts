import { createExpressMiddleware } from '@trpc/server/adapters/express';
import cors from 'cors';
import express, { type Express, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { aiHttp } from './ai/http.ts';
import { attachmentsHttp } from './attachments/http.ts';
import type { Authenticate } from './auth/authenticate.ts';
import type { Redis } from './clients/redis.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { groupsHttp } from './groups/http.ts';
import { docsRouter, type PublicAddresses } from './http/docs.ts';
import { failureHandler, notFound } from './http/failures.ts';
import { authorize, jsonBody, refuseNul } from './http/guards.ts';
import { type CheckReadiness, healthRoutes } from './http/health.ts';
import type { Answering } from './http/messages.ts';
import { answerPlainRoutes } from './http/plain-routes.ts';
import { limitRate } from './http/rate-limit.ts';
import { mountAll } from './http/router.ts';
import { setSecurityHeaders } from './http/security-headers.ts';
import type { JobRunner } from './jobs/runner.ts';
import { logRequests } from './logging.ts';
import type { Metrics } from './metrics.ts';
import type { Tracing } from './observe/tracing.ts';
import { quickRepliesHttp } from './quick-replies/http.ts';
import { quizHttp } from './quiz/http.ts';
import { repliesHttp } from './replies/http.ts';
import { reportsHttp } from './reports/http.ts';
import { streaksHttp } from './streaks/http.ts';
import { tagsHttp } from './tags/http.ts';
import { internalRouter } from './trpc/router.ts';

/** What both listeners are made of. */
export interface AppParts {
  config: Config;
  base: Omit<Context, 'actor' | 'log'>;
  addresses: PublicAddresses;
  authenticate: Authenticate;
  redis: Redis | undefined;
  metrics: Metrics;
  traceRequest: Tracing['request'];
  jobs: Pick<JobRunner, 'list' | 'run'>;
  checkReadiness: CheckReadiness;
  log: Logger;
}

/** The domains' endpoints. A domain that is not here is not mounted: its paths are 404. */
const endpoints = [
  // Matched in this order: first what is asked most, and costs least.
  streaksHttp,
  attachmentsHttp,
  tagsHttp,
  quickRepliesHttp,
  reportsHttp,
  quizHttp,
  groupsHttp,
  repliesHttp,
  aiHttp,
];

const exposedHeaders = [
  'X-Request-Id',
  'X-Error-Code',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'ETag',
  'Content-Disposition',
  'Content-Range',
];

/** The public listener: the specification's paths, health, and the API's document and reference page. */
export const createPublicApp = (parts: AppParts): Answering => {
  const { config } = parts;
  const strict = config.environment !== 'production';
  const app = bareApp(config);
  const origin = config.corsOrigins.includes('*') ? '*' : config.corsOrigins;
  const first = [
    observe(app, parts),
    ...(config.corsOrigins.length > 0 ? [cors({ origin, exposedHeaders, maxAge: 600 })] : []),
  ];
  const guards = [
    authorize(parts.base, parts.authenticate, config.quizGenerateAuth),
    ...(config.rateLimit ? [limitRate(parts.redis, parts.metrics.measures.rateLimited)] : []),
  ];
  const fail = failureHandler(strict);
  app.use(first);
  app.use(healthRoutes(parts.checkReadiness));
  app.use(refuseNul);
  mountAll(app, endpoints, { guards: [...guards, jsonBody], validateResponses: strict });
  app.use(docsRouter(parts.addresses));
  app.use(notFound);
  app.use(fail);
  const answer = answerPlainRoutes(app, endpoints, { layers: [...first, ...guards], fail });
  return { app, answer };
};

const maxInternalBodyBytes = 4 * 1_048_576;
const maxInternalBatch = 20;

/** The internal listener: tRPC for operators' tools, metrics and health. */
export const createInternalApp = (parts: AppParts): Answering => {
  const app = bareApp(parts.config);
  app.use(observe(app, parts));
  app.use(healthRoutes(parts.checkReadiness));
  app.get('/metrics', async (_req, res) => {
    const { contentType, text } = await parts.metrics.render();
    res.type(contentType).send(text);
  });
  app.use(
    '/trpc',
    createExpressMiddleware({
      router: internalRouter,
      maxBodySize: maxInternalBodyBytes,
      maxBatchSize: maxInternalBatch,
      // What is refused before any procedure is known would be called plain text.
      responseMeta: ({ info }) =>
        info ? {} : { headers: new Headers({ 'Content-Type': 'application/json' }) },
      createContext: ({ req }) => ({
        ...parts.base,
        authenticate: () => parts.authenticate(req.headers.authorization),
        log: req.log,
        requestId: String(req.id),
        tellProcedure: (path) => {
          req.procedures ??= [];
          req.procedures.push(path);
        },
        jobs: parts.jobs,
      }),
    }),
  );
  app.use(notFound);
  app.use(failureHandler(false));
  return { app, answer: app };
};

const bareApp = ({ trustProxy }: Config): Express => {
  const app = express();
  app.disable('x-powered-by').disable('etag');
  if (trustProxy !== undefined) app.set('trust proxy', trustProxy);
  return app;
};

/** What is done for every request. One layer and one listener, not three: each costs every request a microsecond. */
const observe = (app: Express, { log, metrics, traceRequest }: AppParts): RequestHandler => {
  const logging = logRequests(app, log);
  return (req, res, next) => {
    const started = performance.now();
    logging.name(req, res);
    setSecurityHeaders(res);
    res.on('close', () => {
      const seconds = (performance.now() - started) / 1_000;
      metrics.noteRequest(req, res, seconds);
      logging.tell(req, res, seconds);
    });
    if (traceRequest) traceRequest(req, res, next);
    else next();
  };
};
