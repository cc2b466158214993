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

/** Something to query: the database, or a transaction on it. */
export type Db = Kysely<Schema>;

/** A transaction. A function that takes one must run inside it. */
export type Tx = Transaction<Schema>;

/** An open database. */
export interface Database {
  db: Db;
  /** The same database by at most half of the pool's connections: others always have the rest. */
  half: Db;
  /** Connections of the pool in use, idle, and requests waiting for one. */
  stats: () => { total: number; idle: number; waiting: number };
  /** Resolves after one round trip; rejects if the database is unreachable. */
  ping: () => Promise<void>;
  /**
   * Runs work of this name while no other process of this database does; waits for one that does.
   */
  alone: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  /** The embedded database as a compressed tar; undefined on a server. */
  dump: (() => Promise<Blob>) | undefined;
  /** Waits for running queries, then closes. */
  close: () => Promise<void>;
}

/**
 * A PostgreSQL server, and what names its sessions there; or the embedded database: in a directory,
 * or already open.
 */
export type DatabaseLocation = (
  | { url: string; poolSize: number; application?: string }
  | { directory: string }
  | { pglite: PGlite }
) & {
  /** How long a statement may wait and run, instead of the usual limits: for tests. */
  limitMs?: number;
};

const connectionTimeoutMillis = 2_000;

/**
 * `migrate` runs alone: Kysely's own lock is a session lock, which a pooler in transaction mode
 * loses.
 */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

class Dialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new Adapter();
  }
}

/** A statement that has ended. Reported in the asynchronous context that ran it. */
export interface EndedStatement {
  sql: string;
  /** Does not include the wait for a connection. */
  seconds: number;
  /** Undefined if it succeeded. */
  error: unknown;
}

/** Opens the embedded database. Imported on demand: a service on a server never loads it. */
const embeddedAt = async (location: Exclude<DatabaseLocation, { url: string }>) => {
  const { openEmbedded } = await import('./embedded.ts');
  return openEmbedded(location);
};

/** Queries the server, on a connection of its own, whether a backend is running a statement. */
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
 * Holds a lock on a connection of its own, in a transaction, because a pooler loses session locks.
 * Asks for it again and again: a statement that waits for a lock has a snapshot, and `create index
 * concurrently` waits for the end of every snapshot.
 */
const aloneAt =
  (connectionString: string): Database['alone'] =>
  (name, work) =>
    withClient({ connectionString, connectionTimeoutMillis, keepAlive: true }, async (client) => {
      while (!(await tryToLock(client, name))) await pause(500);
      try {
        return await work();
      } finally {
        // Fails only if the connection broke, and then the lock is gone.
        await client.query('commit').catch(() => undefined);
      }
    });

const tryToLock = async (client: pg.Client, name: string): Promise<boolean> => {
  await client.query('begin; set local idle_in_transaction_session_timeout = 0');
  // Without a parameter: a statement with one keeps its snapshot until the transaction ends.
  const { rows } = await client.query<{ locked: boolean }>(
    `select pg_try_advisory_xact_lock(hashtext(${client.escapeLiteral(name)})) as locked`,
  );
  if (rows[0]?.locked) return true;
  await client.query('rollback');
  return false;
};

/**
 * Opens the database: a server, directly or behind a pooler in transaction mode, or the embedded
 * one. Rejects if the server is unreachable.
 *
 * @param onBroken called for every connection that breaks; a statement that was running on it also
 * rejects
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
  // Behind a pooler the next statement may run in another session; the embedded database has one
  // session for all connections.
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
  // An `error` event without a listener ends the process. A client emits it when its connection
  // breaks, in use or not; the pool repeats those of idle clients.
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
    dump: embedded?.dump,
    close: async () => {
      await db.destroy();
      await embedded?.close();
    },
  };
};
