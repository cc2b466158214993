import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import {
  type Database,
  type DatabaseLocation,
  type EndedStatement,
  openDatabase,
} from '../db/connection/database.ts';
import { pendingMigrations } from '../db/migrate.ts';
import type { AiRegistry } from './ai/registry.ts';
import { aiResourcesOf } from './ai/resources.ts';
import { jobsFor } from './all-jobs.ts';
import { authenticator } from './auth/authenticate.ts';
import { developmentSecret } from './auth/development-secret.ts';
import { watchRevocations } from './auth/revocations.ts';
import { internalAuthenticator } from './auth/sessions.ts';
import { tokenVerifier } from './auth/tokens.ts';
import { openCaches } from './clients/cache.ts';
import { openMailbox } from './clients/imap.ts';
import { openStorage, requireStorage } from './clients/open-storage.ts';
import type { Config } from './config/config.ts';
import { minuteMs } from './core/civil-time.ts';
import { type CheckedContext, serviceContext } from './core/context.ts';
import { createHintStreams } from './hints/streams.ts';
import { createLoadShedder } from './http/admission/load-shedding.ts';
import { shareForASecond } from './http/health.ts';
import { maxMailBytes } from './inbound/receive/originals.ts';
import type { Job } from './jobs/job.ts';
import { createJobRunner, type JobRunner } from './jobs/runner.ts';
import type { AppParts } from './listeners/app-parts.ts';
import { createInternalApp } from './listeners/internal.ts';
import { createPublicApp } from './listeners/public.ts';
import { consoleSiteOf } from './process/console-site.ts';
import { instrumentStorage } from './process/instrumented-clients.ts';
import { observeService } from './process/observe-service.ts';
import { openClients } from './process/open-clients.ts';
import {
  ledgerKeyOf,
  migrateDatabase,
  openConfiguredDatabase,
  openConfiguredRedis,
  openListener,
  openReads,
} from './process/open-resources.ts';
import { queryOutcomeOf } from './telemetry/metrics.ts';
import { createMetricsRegistry, type MetricsRegistry } from './telemetry/metrics-registry.ts';
import { openTracing } from './telemetry/open-tracing.ts';
import type { Tracing } from './telemetry/tracing.ts';
import { usePortugueseMessages } from './text/zod-messages.ts';

export interface Service {
  publicUrl: string;
  internalUrl: string;
  /** The secret that signs tokens; undefined if keys come from a JWKS address. */
  tokenSecret: string | undefined;
  /** Creates a context for the service's own work, such as seeding. */
  contextFor: (name: string) => CheckedContext;
  jobs: JobRunner;
  /**
   * Reports not ready and stops jobs. After the configured delay, it accepts no new connections, waits for
   * requests in flight (at most 20 s) and closes everything.
   */
  close: () => Promise<void>;
}

/** Parts that tests may replace. */
export interface BootOptions {
  now?: () => Date;
  database?: DatabaseLocation;
  jobs?: JobOptions;
  /** The maximum staleness of a read replica; the default is 2 s. */
  maxStalenessMs?: number;
  /** Registers agents and tools in addition to the default ones. */
  registerAi?: (registry: AiRegistry) => void;
}

interface JobOptions {
  /**
   * True if jobs run on schedule; otherwise only `jobs.tick` and `jobs.run` start them. The default is true.
   */
  scheduled?: boolean;
  /** True if runs that were missed before the start are made up for. The default is true. */
  catchUp?: boolean;
  /** Replaces the service's jobs. */
  list?: readonly Job[];
  /** The default is 60 s. */
  leaseMs?: number;
}

/** The time limit for requests in flight after the ports are closed. */
export const graceMs = 20_000;
const jobLeaseMs = minuteMs;

/**
 * Starts the service: opens and migrates the database, then opens both listeners. If a step fails,
 * closes what was open and throws.
 */
export const startService = async (
  config: Config,
  log: Logger,
  options: BootOptions = {},
): Promise<Service> => {
  usePortugueseMessages();
  for (const warning of config.warnings) log.warn(warning);
  const metricsRegistry = createMetricsRegistry();
  const tracing = await openTracing(config.tracing, log);
  const opened = [tracing.close];
  const onBroken = (error: Error) => log.warn({ err: error }, 'a database connection broke');
  const onStatement = (statement: EndedStatement) => {
    metricsRegistry.metrics.query(queryOutcomeOf(statement.error), statement.seconds);
    tracing.query?.(statement);
  };
  try {
    const database = options.database
      ? await openDatabase(options.database, onBroken, onStatement)
      : await openConfiguredDatabase(config, onBroken, onStatement);
    opened.push(database.close);
    const applied = await migrateDatabase(database, (line) => log.warn(line));
    if (applied.length > 0)
      log.info({ applied: applied.length, last: applied.at(-1) }, 'database migrated');
    const foundation = { database, metricsRegistry, tracing, opened, onBroken, onStatement };
    return await serve(config, log, foundation, options);
  } catch (error) {
    await closeAll(opened);
    throw error;
  }
};

/** Closes resources, last opened first. */
const closeAll = async (opened: readonly (() => Promise<unknown>)[]): Promise<void> => {
  for (const close of opened.toReversed()) await close();
};

interface Foundation {
  database: Database;
  metricsRegistry: MetricsRegistry;
  tracing: Tracing;
  /** Closes everything that is open so far. */
  opened: (() => Promise<unknown>)[];
  onBroken: (error: Error) => void;
  onStatement: (statement: EndedStatement) => void;
}

const serve = async (
  config: Config,
  log: Logger,
  { database, metricsRegistry, tracing, opened, onBroken, onStatement }: Foundation,
  { now = () => new Date(), jobs: jobOptions = {}, registerAi, maxStalenessMs }: BootOptions,
): Promise<Service> => {
  const { db } = database;
  const { metrics } = metricsRegistry;
  const { span } = tracing;
  const redis = await openConfiguredRedis(config, log, metrics.redisCall);
  if (redis) opened.push(redis.close);
  const reads = openReads(config, { redis, log, onBroken, onStatement, maxStalenessMs });
  if (reads) opened.push(reads.replicas.close);
  const keys = config.auth.keys ?? { secret: await developmentSecret(config.dataDirectory) };
  const revocations = await watchRevocations(db, log);
  opened.push(async () => revocations.stop());
  const verifyToken = tokenVerifier({ ...config.auth, keys }, now, revocations.isRevoked);
  const storage = instrumentStorage(await openStorage(config.storage), { metrics, span });
  opened.push(storage.close);
  await requireStorage(storage, config.storage, log);
  const api = await openListener(config.listen, 'HOST, PORT');
  const internal = await openListener(config.internalListen, 'INTERNAL_HOST, INTERNAL_PORT').catch(
    async (error) => {
      await api.close(0);
      throw error;
    },
  );
  const publicUrl = config.publicUrl ?? api.url;
  const consoleUrl = config.consoleUrl ?? internal.url;
  const base: AppParts['base'] = {
    ...openClients(config, { db, log, metrics, tracing }),
    db,
    reads,
    now,
    config: { ...config, publicUrl, consoleUrl, erasureLedgerKey: await ledgerKeyOf(config, log) },
    metrics,
    span,
    cache: openCaches(redis, now, metrics.cacheLookup),
    storage,
    mailbox: config.inbound.mailbox && openMailbox({ ...config.inbound.mailbox, maxMailBytes }),
  };
  registerAi?.(aiResourcesOf(base));
  const contextFor = (name: string) => serviceContext(base, name, log);
  const jobs = createJobRunner({
    jobs: jobOptions.list ?? jobsFor(config),
    contextFor,
    catchUp: jobOptions.catchUp ?? true,
    leaseMs: jobOptions.leaseMs ?? jobLeaseMs,
  });
  const stopChecks = observeService(metricsRegistry.registry, {
    database,
    replicas: reads?.replicas,
    jobs,
    storage,
    now,
    log,
    ctx: contextFor('metrics'),
  });
  opened.push(async () => stopChecks());
  const checkDependencies = shareForASecond(async () => {
    const pending = await pendingMigrations(db);
    if (pending.length > 0) throw new Error(`migrations are missing: ${pending.join(', ')}`);
  });
  const loadShedder = config.loadShedding
    ? createLoadShedder(database.stats, metrics.rateLimited)
    : undefined;
  if (loadShedder) opened.push(async () => loadShedder.stop());
  const hintStreams = createHintStreams(base, log);
  const site = consoleSiteOf(config, { consoleUrl, now, log, isRevoked: revocations.isRevoked });
  const authenticate = authenticator({ db, now, log, verifyToken });
  const authenticateInternal = authenticator({ db: database.half, now, log, verifyToken });
  let stopping = false;
  const parts: AppParts = {
    dumpDatabase: database.dump,
    config,
    base,
    addresses: { publicUrl, streaksPublicUrl: config.streaksPublicUrl ?? publicUrl },
    authenticate,
    authenticateInternal: internalAuthenticator({
      authenticate: authenticateInternal,
      consoleUrl: site?.url,
      db: database.half,
      now,
      log,
    }),
    console: site,
    redis,
    metricsRegistry,
    traceRequest: tracing.request,
    jobs,
    loadShedder,
    hintStreams,
    checkReadiness: async () => {
      if (stopping) return 'stopping';
      await checkDependencies();
      return 'ready';
    },
    log,
  };
  // The internal listener waits for its own connections, so it never delays readers.
  const internalBase = { ...base, db: database.half };
  internal.serve(createInternalApp({ ...parts, base: internalBase }));
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
      hintStreams.end();
      for (const listener of [api, internal]) listener.drain();
      // Proxies need time to notice that this process is not ready.
      await pause(config.shutdownDelayMs);
      await Promise.all([jobsStopped, api.close(graceMs), internal.close(graceMs)]);
      await closeAll(opened);
    },
  };
};
