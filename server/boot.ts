import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Database, type DatabaseLocation, openDatabase } from '../db/connection.ts';
import { migrate, pendingMigrations } from '../db/migrate.ts';
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
import { openStorage } from './clients/open-storage.ts';
import { openRedis } from './clients/redis.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import type { Job } from './jobs/job.ts';
import { observeJobs } from './jobs/metrics.ts';
import { jobs as allJobs } from './jobs/registry.ts';
import { createJobRunner, type JobRunner } from './jobs/runner.ts';
import { listen } from './listener.ts';
import { createMetrics } from './metrics.ts';
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
  const database = await openDatabase(options.database ?? locationOf(config), (error) =>
    log.warn({ err: error }, 'a database connection broke'),
  );
  try {
    const applied = await migrate(database.db);
    if (applied.length > 0) log.info({ migrations: applied }, 'database migrated');
    return await serve(config, log, database, options);
  } catch (error) {
    await database.close();
    throw error;
  }
};

const serve = async (
  config: Config,
  log: Logger,
  database: Database,
  { now = () => new Date(), jobs: jobOptions = {}, registerAi }: BootOptions,
): Promise<Service> => {
  const { db } = database;
  const redis = config.redisUrl ? openRedis(config.redisUrl, log) : undefined;
  const keys = config.auth.keys ?? { secret: await developmentSecret(config.dataDirectory) };
  const verifyToken = tokenVerifier({ ...config.auth, keys }, now);
  const storage = await openStorage(config.storage);
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
    cache: openCache(redis, now),
    storage,
    publicUrl,
    llm: openLanguageModel(config.llm),
    newsletter: openNewsletter(config.newsletter),
    answerKeys: createAnswerKeys(),
    mail: config.mail && openMail(config.mail),
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
  const metrics = createMetrics(database);
  observeJobs(metrics.registry, jobs);
  let stopping = false;
  const parts: AppParts = {
    config,
    base,
    addresses: { publicUrl, streaksPublicUrl: config.streaksPublicUrl ?? publicUrl },
    authenticate: authenticator({ db, log, verifyToken }),
    redis,
    metrics,
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
    },
  };
};

const locationOf = (config: Config): DatabaseLocation =>
  config.database ?? { directory: join(config.dataDirectory, 'database') };
