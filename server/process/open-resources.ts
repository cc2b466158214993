import { join } from 'node:path';
import type { Logger } from 'pino';
import {
  type Database,
  type DatabaseLocation,
  type EndedStatement,
  openDatabase,
} from '../../db/connection/database.ts';
import { isPasswordMissing, isUnfit } from '../../db/connection/errors.ts';
import { openReplicas } from '../../db/connection/replicas.ts';
import { migrate } from '../../db/migrate.ts';
import { developmentSecret } from '../auth/development-secret.ts';
import { openRecentWriters } from '../clients/recent-writers.ts';
import type { Redis, RedisOutcome } from '../clients/redis.ts';
import { type Config, ConfigError } from '../config/config.ts';
import type { Context } from '../core/context.ts';
import { type Listener, listen } from '../http/listener.ts';
import { applicationName } from '../telemetry/build-info.ts';
import { reasonOf } from '../text/error-reason.ts';

/**
 * Opens the configured database.
 * @throws ConfigError if the server refuses the connection, or the embedded one's directory cannot be used
 */
export const openConfiguredDatabase = async (
  config: Pick<Config, 'database' | 'dataDirectory'>,
  onBroken: (error: Error) => void,
  onStatement?: (statement: EndedStatement) => void,
): Promise<Database> => {
  try {
    return await openDatabase(databaseLocation(config), onBroken, onStatement);
  } catch (cause) {
    const problem = config.database
      ? `DATABASE_URL: cannot connect to ${placeOf(config.database.url)}`
      : 'DATA_DIR: cannot be used';
    const reason = isPasswordMissing(cause)
      ? 'the server asks for a password, and the URL has none'
      : reasonOf(cause);
    throw new ConfigError(`${problem}: ${reason}`, { cause });
  }
};

/** Host, port and name of a database, without its credentials. */
const placeOf = (url: string): string => {
  const { host, pathname } = new URL(url);
  return host + pathname;
};

/**
 * Applies pending migrations and returns their names.
 * @throws ConfigError if the role lacks a right or the database has another encoding
 */
export const migrateDatabase = async (
  { db, alone, pooled }: Database,
  onWait: (line: string) => void,
): Promise<string[]> => {
  try {
    return await migrate(db, { alone, pooled, onWait });
  } catch (cause) {
    if (!isUnfit(cause)) throw cause;
    const needed = 'its role must own the database, whose encoding must be UTF8';
    throw new ConfigError(`DATABASE_URL: ${needed}: ${reasonOf(cause)}`, { cause });
  }
};

/**
 * Connects to the configured Redis in the background; undefined if there is none. Only then the client is
 * loaded, because that takes long.
 */
export const openConfiguredRedis = async (
  { redisUrl }: Pick<Config, 'redisUrl'>,
  log: Logger,
  onCall: (outcome: RedisOutcome) => void,
): Promise<Redis | undefined> => {
  if (!redisUrl) return undefined;
  const { openRedis } = await import('../clients/redis.ts');
  return openRedis(redisUrl, log, onCall);
};

const defaultStalenessMs = 2_000;
/** A write counts as recent for this much longer than the staleness. */
const marginMs = 1_000;

/** Dependencies of {@link openReads} besides the configuration. */
interface ReadOptions {
  redis: Redis | undefined;
  log: Pick<Logger, 'info' | 'warn'>;
  onBroken: (error: Error) => void;
  onStatement: (statement: EndedStatement) => void;
  maxStalenessMs?: number | undefined;
}

/** Opens the configured read replicas in the background; undefined if there are none. */
export const openReads = (
  { database }: Pick<Config, 'database'>,
  { redis, log, maxStalenessMs = defaultStalenessMs, ...callbacks }: ReadOptions,
): Context['reads'] => {
  if (!database || database.readUrls.length === 0) return undefined;
  return {
    writers: openRecentWriters(redis, maxStalenessMs + marginMs),
    replicas: openReplicas({
      primaryUrl: database.url,
      urls: database.readUrls,
      poolSize: database.poolSize,
      maxStalenessMs,
      ...callbacks,
      onChange: (replica, problem) => {
        if (problem === undefined) log.info({ replica }, 'reading from a replica');
        else
          log.warn({ replica }, `DATABASE_READ_URL: a replica is left out: ${reasonOf(problem)}`);
      },
    }),
  };
};

const databaseLocation = ({
  database,
  dataDirectory,
}: Pick<Config, 'database' | 'dataDirectory'>): DatabaseLocation =>
  database
    ? { ...database, application: applicationName }
    : { directory: join(dataDirectory, 'database') };

type ListenerVariables = 'HOST, PORT' | 'INTERNAL_HOST, INTERNAL_PORT';

/** Opens a listener. @throws ConfigError if the address cannot be listened on */
export const openListener = async (
  address: { host: string; port: number },
  variables: ListenerVariables,
): Promise<Listener> => {
  try {
    return await listen(address);
  } catch (cause) {
    const where = `${address.host}:${address.port}`;
    const taken = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE';
    const reason = taken ? `${where} is already in use` : `cannot listen: ${reasonOf(cause)}`;
    throw new ConfigError(`${variables}: ${reason}`, { cause });
  }
};

/** Returns the key of the erasure ledger, which development creates once; undefined means no ledger. */
export const ledgerKeyOf = async (
  { erasureLedgerKey, environment, dataDirectory }: Config,
  log: Logger,
): Promise<string | undefined> => {
  if (erasureLedgerKey) return erasureLedgerKey;
  if (environment !== 'production') return developmentSecret(dataDirectory, 'erasure-ledger-key');
  log.info('no ledger of erasures: ERASURE_LEDGER_KEY is not set');
  return undefined;
};
