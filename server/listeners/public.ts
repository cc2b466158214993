import cors, { type CorsOptions } from 'cors';
import type { Express, RequestHandler } from 'express';
import { contract } from '../../contract/index.ts';
import { aiHttp } from '../ai/http.ts';
import { attachmentsHttp, readUploadHash } from '../attachments/http.ts';
import type { Config } from '../config/config.ts';
import { groupsHttp } from '../groups/http.ts';
import { anonymous, contractCaller } from '../http/admission/callers.ts';
import { costOfRoute } from '../http/admission/costs.ts';
import { free, openGate } from '../http/admission/gate.ts';
import { docsRouter } from '../http/docs.ts';
import { notingWrites, serveContract } from '../http/endpoints.ts';
import { failureHandler, notFound } from '../http/failures.ts';
import { healthRoutes } from '../http/health.ts';
import { parseJson } from '../http/json-body.ts';
import { implement } from '../http/router.ts';
import { runningOnce } from '../idempotency/http.ts';
import { newsletterEventsHttp } from '../newsletter-events/http.ts';
import { quickRepliesHttp } from '../quick-replies/http.ts';
import { quizHttp } from '../quiz/http.ts';
import { rankingsHttp } from '../rankings/http.ts';
import { readerTicketsHttp } from '../reader-tickets/http.ts';
import { reminderPages, remindersHttp } from '../reminders/http.ts';
import { repliesHttp } from '../replies/http.ts';
import { reportsHttp } from '../reports/http.ts';
import { streaksHttp } from '../streaks/http.ts';
import { tagsHttp } from '../tags/http.ts';
import type { AppParts } from './app-parts.ts';
import { bareApp, instrumentRequest } from './every-request.ts';

/**
 * Implements every operation of the contract; a missing handler does not compile. Express tries routes in
 * this order, so the routes of the daily rush come first.
 */
const everyHandler = implement(contract, {
  ...rankingsHttp,
  ...quizHttp,
  ...streaksHttp,
  ...remindersHttp,
  ...tagsHttp,
  ...groupsHttp,
  ...attachmentsHttp,
  ...readerTicketsHttp,
  ...quickRepliesHttp,
  ...repliesHttp,
  ...reportsHttp,
  ...aiHttp,
  ...newsletterEventsHttp,
});

const handlers = runningOnce(contract, everyHandler, { uploadAttachments: readUploadHash });

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
 * Returns the origins whose pages may call the API; undefined means none. The default in development is this
 * machine's origins.
 */
const allowedOrigins = ({
  corsOrigins,
  environment,
}: Config): '*' | string[] | RegExp | undefined => {
  if (corsOrigins.includes('*')) return '*';
  if (corsOrigins.length > 0) return corsOrigins;
  return environment === 'development' ? loopbackOrigin : undefined;
};

/** Creates the public listener: the contract's routes, health, and the API's document and reference page. */
export const createPublicApp = (parts: AppParts): Express => {
  const { config } = parts;
  const strict = config.environment !== 'production';
  const app = bareApp(config);
  const origin = allowedOrigins(config);
  const gate = openGate({ ...parts, onRefusal: parts.metricsRegistry.metrics.rateLimited });
  app.use(instrumentRequest(parts, parts.loadShedder));
  if (origin) app.use(allowOrigins(origin));
  serveContract(app, contract, parts.base.reads ? notingWrites(handlers) : handlers, [
    gate.admit(costOfRoute, contractCaller(parts.authenticate, config.quizGenerateAuth)),
    parseJson,
  ]);
  app.use(reminderPages(gate));
  app.use(healthRoutes(parts.checkReadiness));
  app.use(gate.admit('page', anonymous));
  app.use(docsRouter(parts.addresses));
  app.use(notFound);
  app.use(failureHandler({ strict, countRefusal: gate.countRefusal }));
  return app;
};

/**
 * Responds to preflights. OPTIONS without an origin is not a preflight, and lists the methods of its path.
 */
const allowOrigins = (origin: CorsOptions['origin']): RequestHandler => {
  const allow = cors({ origin, exposedHeaders, maxAge: 600 });
  return free((req, res, next) =>
    req.method === 'OPTIONS' && !req.headers.origin ? next() : allow(req, res, next),
  );
};
