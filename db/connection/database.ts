import { setTimeout as pause } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import {
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  type PostgresPool,
  sql,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import type { Schema } from '../schema.ts';
import { kyselyPool } from './kysely-pool.ts';
import { sessionConfig, withClient } from './session-settings.ts';

/** The database or a transaction on it. */
export type Db = Kysely<Schema>;

/** A function that takes one must run inside it. */
export type Tx = Transaction<Schema>;

export interface Database {
  db: Db;
  /** Uses at most half of the pool's connections, so that other work always has the rest. */
  half: Db;
  stats: () => { total: number; idle: number; waiting: number };
  /** Resolves after one round trip; rejects if the database is unreachable. */
  ping: () => Promise<void>;
  /** Runs `work` while no other process of this database runs work of this name; waits its turn. */
  alone: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  /** True if a pooler shares the server's sessions, so that settings of a session do not hold. */
  pooled: boolean;
  /** Dumps the database as a compressed tar; undefined on a server. */
  dump: (() => Promise<Blob>) | undefined;
  /** Waits for running queries, then closes. */
  close: () => Promise<void>;
}

/**
 * The location of the database; `application` names the sessions on a server. An embedded one is a directory
 * or an open PGlite.
 */
export type DatabaseLocation = (
  | { url: string; poolSize: number; application?: string }
  | { directory: string }
  | { pglite: PGlite }
) & {
  /** Limits how long a statement may wait and run; only tests set it. */
  limitMs?: number;
};

const connectionTimeoutMillis = 2_000;

/** Skips Kysely's lock, because a pooler in transaction mode loses session locks; `migrate` takes its own. */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

class Dialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new Adapter();
  }
}

/** A statement that ended, reported in the asynchronous context that ran it. */
export interface EndedStatement {
  sql: string;
  /** The run time, without the wait for a connection. */
  seconds: number;
  /** Undefined if the statement succeeded. */
  error: unknown;
}

/** Imports PGlite only when it is needed: a service on a server never loads it. */
const embeddedAt = async (location: Exclude<DatabaseLocation, { url: string }>) => {
  const { openEmbedded } = await import('./embedded.ts');
  return openEmbedded(location);
};

/** Queries the server on a connection of its own. */
const isWorkingAt =
  (url: string) =>
  (processId: number): Promise<boolean> =>
    withClient({ connectionString: url, connectionTimeoutMillis }, async (client) => {
      const { rows } = await client.query(
        "select 1 from pg_stat_activity where pid = $1 and state = 'active'",
        [processId],
      );
      return rows.length > 0;
    });

/**
 * Locks inside a transaction, because a pooler loses session locks. It polls: a statement that waits for a
 * lock holds a snapshot, and `create index concurrently` waits for every snapshot.
 */
const aloneAt =
  (connectionString: string): Database['alone'] =>
  (name, work) =>
    withClient({ connectionString, connectionTimeoutMillis, keepAlive: true }, async (client) => {
      while (!(await tryToLock(client, name))) await pause(500);
      try {
        return await work();
      } finally {
        // The commit fails only if the connection broke, which also released the lock.
        await client.query('commit').catch(() => undefined);
      }
    });

const tryToLock = async (client: pg.Client, name: string): Promise<boolean> => {
  await client.query('begin; set local idle_in_transaction_session_timeout = 0');
  // Has no parameter: a statement with one holds its snapshot until the transaction ends.
  const { rows } = await client.query<{ locked: boolean }>(
    `select pg_try_advisory_xact_lock(hashtext(${client.escapeLiteral(name)})) as locked`,
  );
  if (rows[0]?.locked) return true;
  await client.query('rollback');
  return false;
};

/**
 * Opens the database; rejects if the server is unreachable.
 * @param onBroken called for each connection that breaks; the statement on it also rejects
 * @param onStatement called for each statement that ended, including those of transactions
 */
export const openDatabase = async (
  location: DatabaseLocation,
  onBroken: (error: Error) => void,
  onStatement?: (statement: EndedStatement) => void,
): Promise<Database> => {
  const embedded = 'url' in location ? undefined : await embeddedAt(location);
  const { limitMs } = location;
  const waitMs = limitMs ?? connectionTimeoutMillis;
  const session =
    'url' in location ? await sessionConfig(location.url, waitMs, limitMs) : undefined;
  // Behind a pooler the next statement may run in another session; embedded connections share one.
  const prepares = session?.options !== undefined;
  const pool = new pg.Pool({
    ...('url' in location
      ? {
          connectionString: location.url,
          max: location.poolSize,
          ...session,
          connectionTimeoutMillis: waitMs,
        }
      : // There is one connection, so requests wait for each other: give them longer.
        { Client: embedded?.Client, max: 1, connectionTimeoutMillis: limitMs ?? 10_000 }),
    application_name: ('url' in location && location.application) || 'leitor',
    idleTimeoutMillis: 30_000,
    keepAlive: true,
  });
  // Without a listener, an `error` event ends the process; the pool repeats those of idle clients.
  pool.on('connect', (client) => client.on('error', onBroken));
  pool.on('error', () => undefined);
  const isWorking = prepares && 'url' in location ? isWorkingAt(location.url) : undefined;
  const whole = kyselyPool(pool, { prepares, isWorking });
  const kyselyOn = (connections: PostgresPool) =>
    new Kysely<Schema>({
      dialect: new Dialect({ pool: connections }),
      ...(onStatement && {
        log: (event) =>
          onStatement({
            sql: event.query.sql,
            seconds: event.queryDurationMillis / 1_000,
            error: event.level === 'error' ? event.error : undefined,
          }),
      }),
    });
  const db = kyselyOn(whole);
  const size = 'url' in location ? location.poolSize : 1;
  return {
    db,
    half: size > 1 ? kyselyOn(whole.part(Math.floor(size / 2), waitMs)) : db,
    stats: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    ping: async () => {
      await sql`select 1`.execute(db);
    },
    alone: 'url' in location ? aloneAt(location.url) : (_name, work) => work(),
    pooled: 'url' in location && !prepares,
    dump: embedded?.dump,
    close: async () => {
      await db.destroy();
      await embedded?.close();
    },
  };
};
