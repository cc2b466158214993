import { createExpressEndpoints } from '@ts-rest/express';
import type { RequestHandler } from 'express';
import { rankingsContract } from '../../contract/index.ts';
import { startService } from '../../server/boot.ts';
import { parseConfig } from '../../server/config/config.ts';
import { anonymous } from '../../server/http/admission/callers.ts';
import { costOfRoute, costs } from '../../server/http/admission/costs.ts';
import { openGate } from '../../server/http/admission/gate.ts';
import { createLoadShedder } from '../../server/http/admission/load-shedding.ts';
import { compressJson } from '../../server/http/compression.ts';
import { parseJson } from '../../server/http/json-body.ts';
import { bareApp, instrumentRequest } from '../../server/listeners/every-request.ts';
import { openConfiguredRedis } from '../../server/process/open-resources.ts';
import { getGlobalRanking } from '../../server/rankings/global-ranking.ts';
import { globalRankingResponse } from '../../server/rankings/wire.ts';
import { createLogger } from '../../server/telemetry/logging.ts';
import { createMetricsRegistry } from '../../server/telemetry/metrics-registry.ts';
import { type Step, steps } from './fixed-cost.ts';

// The cached ranking on bare Express with ts-rest, and with the service's own parts up to step STEP.

const last = Number(process.env.STEP);
const has = (step: Step): boolean => steps.indexOf(step) <= last;
const isWhole = has('all routes, sockets');

const config = parseConfig({
  ...process.env,
  RATE_LIMIT: 'off',
  ...(!isWhole && { PORT: '0', LOAD_SHEDDING: 'off' }),
});
const log = createLogger(config.logLevel, false);
const service = await startService(config, log, { jobs: { scheduled: has('jobs') } });

const serveParts = async (): Promise<void> => {
  const base = service.contextFor('bench');
  const ranking = await getGlobalRanking(base);
  const metricsRegistry = createMetricsRegistry();
  // One caller sends everything.
  costs.ranking.units = Number.MAX_SAFE_INTEGER;
  const app = bareApp(config);
  if (has('headers, id, log, metrics')) {
    app.use(instrumentRequest({ log, metricsRegistry, traceRequest: undefined }));
  }
  const { metrics } = metricsRegistry;
  const gate = openGate({
    base,
    config: { rateLimit: process.env.LIMITS === 'on' },
    redis: await openConfiguredRedis(config, log, metrics.redisCall),
    onRefusal: metrics.rateLimited,
    loadShedder: has('load shedding')
      ? createLoadShedder(() => ({ total: 0, waiting: 0 }), metrics.rateLimited)
      : undefined,
  });
  const admission: RequestHandler[] = has('admission')
    ? [compressJson, gate.admit(costOfRoute, anonymous), parseJson]
    : [];
  createExpressEndpoints(
    { getGlobalRanking: rankingsContract.getGlobalRanking },
    {
      getGlobalRanking: async ({ res }) =>
        globalRankingResponse(res, has('cache') ? await getGlobalRanking(base) : ranking),
    },
    app,
    { logInitialization: false, globalMiddleware: admission },
  );
  app.get('/livez', (_req, res) => res.json({ success: true }));
  app.listen(Number(process.env.PORT), '127.0.0.1');
};

if (!isWhole) await serveParts();
process.once('SIGTERM', () => process.exit(0));
