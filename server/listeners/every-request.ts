import express, { type Express } from 'express';
import type { Config } from '../config/config.ts';
import { type Declared, free } from '../http/admission/gate.ts';
import type { LoadShedder } from '../http/admission/load-shedding.ts';
import { securityHeaders } from '../http/security-headers.ts';
import { keepRoutable } from '../http/url.ts';
import { logRequests } from '../telemetry/logging.ts';
import type { AppParts } from './app-parts.ts';

/** The headers of every response; by default no cache stores it. */
const defaultHeaders = new Map(Object.entries({ ...securityHeaders, 'Cache-Control': 'no-store' }));

export const bareApp = ({ trustProxy }: Config): Express => {
  const app = express();
  app.disable('x-powered-by').disable('etag');
  if (trustProxy !== undefined) app.set('trust proxy', trustProxy);
  return app;
};

/**
 * Measures, logs and traces every request. It uses one layer and one listener, because each costs about a
 * microsecond for each request.
 */
export const instrumentRequest = (
  {
    log,
    metricsRegistry,
    traceRequest,
  }: Pick<AppParts, 'log' | 'metricsRegistry' | 'traceRequest'>,
  loadShedder?: LoadShedder,
): Declared => {
  const { identifyRequest, logResponse } = logRequests(log);
  return free((req, res, next) => {
    const started = performance.now();
    identifyRequest(req);
    keepRoutable(req);
    res.setHeaders(defaultHeaders);
    res.setHeader('X-Request-Id', req.id);
    res.on('close', () => {
      const seconds = (performance.now() - started) / 1_000;
      if (!req.isStream) metricsRegistry.observeRequest(req, res, seconds);
      logResponse(req, res, seconds);
      if (res.statusCode !== 503) loadShedder?.countServed();
    });
    if (traceRequest) traceRequest(req, res, next);
    else next();
  });
};
