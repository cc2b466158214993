import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Database, type DatabaseLocation, openDatabase } from '../db/connection.ts';
import { migrate, pendingMigrations } from '../db/migrate.ts';
import { isLockTimeout, isStatementTimeout } from '../db/violations.ts';
import type { AiRegistry } from './ai/registry.ts';
import { defaultAiResources } from './ai/resources.ts';
import { type AppParts, createInternalApp, createPublicApp } from './app.ts';
import { authenticator } from './auth/authenticate.ts';
import { developmentSecret } from './auth/secret.ts';
import { tokenVerifier } from './auth/tokens.ts';
import { openCache } from './clients/cache.ts';
import { openLanguageModel } from './clients/llm.ts';
import { openMail } from './clients/mail.ts';
import { openNewsletter } from './clients/newsletter.ts';
import {
  observedMail,
  observedModel,
  observedNewsletter,
  observedStorage,
} from './clients/observed.ts';
import { openStorage } from './clients/open-storage.ts';
import { openRedis } from './clients/redis.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import type { Job } from './jobs/job.ts';
import { observeJobs } from './jobs/metrics.ts';
import { jobs as allJobs } from './jobs/registry.ts';
import { createJobRunner, type JobRunner } from './jobs/runner.ts';
import { listen } from './listener.ts';
import { createMetrics, type Metrics, observePool } from './metrics.ts';
import type { QueryOutcome } from './observe/measures.ts';
import { openTracing } from './observe/open-tracing.ts';
import { observeStock } from './observe/stock.ts';
import type { Tracing } from './observe/tracing.ts';
import { createAnswerKeys } from './quiz/answer-keys.ts';
import { usePortugueseMessages } from './validation.ts';

/** A running service. */
export interface Service {
  publicUrl: string;
  internalUrl: string;
  /** The secret that signs tokens; undefined where keys come from a JWKS address. */
  tokenSecret: string | undefined;
  /** A context for work of the service's own, such as seeding. */
  contextFor: (name: string) => Context;
  jobs: JobRunner;
  /**
   * Not ready and jobs told to stop; after the configured delay no new connections, running requests finished (20 s at most),
   * then everything closed.
   */
  close: () => Promise<void>;
}

/** What a test may put in place of the real thing. */
export interface BootOptions {
  now?: () => Date;
  /** In place of what the configuration says. */
  database?: DatabaseLocation;
  jobs?: JobOptions;
  /** Registers agents and tools beside the default ones. */
  registerAi?: (registry: AiRegistry<Context>) => void;
}

/** How a service treats its jobs. */
export interface JobOptions {
  /** Whether they run at their times; else only when `jobs.tick` or `jobs.run` is called. Default true. */
  scheduled?: boolean;
  /** Whether runs that were missed before the service started are made up for. Default true. */
  catchUp?: boolean;
  /** In place of the service's own. */
  list?: readonly Job[];
  /** Default 60 s. */
  leaseMs?: number;
}

const graceMs = 20_000;
const jobLeaseMs = 60_000;

/**
 * Starts the service: database opened and migrated, then both listeners. Throws where any of it fails, leaving nothing
 * running.
 */
export const startService = async (
  config: Config,
  log: Logger,
  options: BootOptions = {},
): Promise<Service> => {
  usePortugueseMessages();
  const metrics = createMetrics();
  const tracing = await openTracing(config.tracing, log);
  const database = await openDatabase(
    options.database ?? locationOf(config),
    (error) => log.warn({ err: error }, 'a database connection broke'),
    (statement) => {
      metrics.measures.query(outcomeOf(statement.error), statement.seconds);
      tracing.query?.(statement);
    },
  );
  try {
    const applied = await migrate(database.db);
    if (applied.length > 0) log.info({ migrations: applied }, 'database migrated');
    return await serve(config, log, { database, metrics, tracing }, options);
  } catch (error) {
    await database.close();
    await tracing.close();
    throw error;
  }
};

/** What is there before anything else, and closed after it. */
interface Ground {
  database: Database;
  metrics: Metrics;
  tracing: Tracing;
}

const outcomeOf = (error: unknown): QueryOutcome => {
  if (error === undefined) return 'ok';
  if (isStatementTimeout(error)) return 'statement-timeout';
  return isLockTimeout(error) ? 'lock-timeout' : 'failed';
};

const serve = async (
  config: Config,
  log: Logger,
  { database, metrics, tracing }: Ground,
  { now = () => new Date(), jobs: jobOptions = {}, registerAi }: BootOptions,
): Promise<Service> => {
  const { db } = database;
  const { measures } = metrics;
  const { span } = tracing;
  const redis = config.redisUrl ? openRedis(config.redisUrl, log, measures.redisCall) : undefined;
  const keys = config.auth.keys ?? { secret: await developmentSecret(config.dataDirectory) };
  const verifyToken = tokenVerifier({ ...config.auth, keys }, now);
  const storage = observedStorage(await openStorage(config.storage), { measures, span });
  const internal = await listen(config.internalListen);
  const api = await listen(config.listen).catch(async (error) => {
    await internal.close(0);
    throw error;
  });
  const publicUrl = config.publicUrl ?? api.url;
  const ai = defaultAiResources();
  registerAi?.(ai);
  const base: AppParts['base'] = {
    db,
    now,
    measures,
    span,
    cache: openCache(redis, now, measures.cacheLookup),
    storage,
    publicUrl,
    llm: observedModel(
      openLanguageModel(config.llm, { fetch: tracing.fetch, tellTokens: measures.modelTokens }),
      { measures, span },
    ),
    newsletter: observedNewsletter(openNewsletter(config.newsletter, tracing.fetch), {
      measures,
      span,
    }),
    answerKeys: createAnswerKeys(),
    mail: config.mail && observedMail(openMail(config.mail), { measures, span }),
    ai,
    replies: config.replies,
  };
  const contextFor = (name: string): Context => ({
    ...base,
    actor: { kind: 'service', name },
    log,
  });
  const jobs = createJobRunner({
    jobs: jobOptions.list ?? allJobs,
    contextFor,
    catchUp: jobOptions.catchUp ?? true,
    leaseMs: jobOptions.leaseMs ?? jobLeaseMs,
  });
  observePool(metrics.registry, database);
  observeJobs(metrics.registry, jobs);
  observeStock(metrics.registry, contextFor('metrics'));
  let stopping = false;
  const parts: AppParts = {
    config,
    base,
    addresses: { publicUrl, streaksPublicUrl: config.streaksPublicUrl ?? publicUrl },
    authenticate: authenticator({ db, log, verifyToken }),
    redis,
    metrics,
    traceRequest: tracing.request,
    jobs,
    checkReadiness: async () => {
      if (stopping) return 'stopping';
      const pending = await pendingMigrations(db);
      if (pending.length > 0) throw new Error(`migrations are missing: ${pending.join(', ')}`);
      await storage.check();
      return 'ready';
    },
    log,
  };
  internal.serve(createInternalApp(parts));
  api.serve(createPublicApp(parts));
  if (jobOptions.scheduled ?? true) jobs.start();
  return {
    publicUrl,
    internalUrl: internal.url,
    tokenSecret: 'secret' in keys ? keys.secret : undefined,
    contextFor,
    jobs,
    close: async () => {
      stopping = true;
      const jobsStopped = jobs.stop();
      for (const listener of [api, internal]) listener.drain();
      // Whoever sends requests here must see first that this process is not ready.
      await pause(config.shutdownDelayMs);
      await Promise.all([jobsStopped, api.close(graceMs), internal.close(graceMs)]);
      await storage.close();
      await redis?.close();
      await database.close();
      await tracing.close();
    },
  };
};

const locationOf = (config: Config): DatabaseLocation =>
  config.database ?? { directory: join(config.dataDirectory, 'database') };
