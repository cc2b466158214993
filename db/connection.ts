import type { PGlite } from '@electric-sql/pglite';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { openEmbedded } from './embedded.ts';
import { prepareStatements } from './prepared.ts';
import type { Schema } from './schema.ts';

/** Something to query: the database, or a transaction on it. */
export type Db = Kysely<Schema>;

/** A transaction. A function that takes one must run inside it. */
export type Tx = Transaction<Schema>;

/** An open database and what its owner may ask of it. */
export interface Database {
  db: Db;
  /** Connections of the pool in use, idle, and requests waiting for one. */
  stats: () => { total: number; idle: number; waiting: number };
  /** Answers once a round trip to the database succeeded; throws where it is out of reach. */
  ping: () => Promise<void>;
  /** Waits for running queries, then closes. */
  close: () => Promise<void>;
}

/**
 * Where the database is: a PostgreSQL address, or the embedded one, in a directory or already open. At an address,
 * statements are prepared under names unless `prepare` is false: a pooler in between must know of them (PgBouncer does from
 * 1.21 on).
 */
export type DatabaseLocation =
  | { url: string; poolSize: number; prepare?: boolean }
  | { directory: string }
  | { pglite: PGlite };

// JIT turns a 1.7 ms report into a 70 ms one; the time-outs keep one stuck query from holding a connection.
const sessionSettings = [
  'jit=off',
  'statement_timeout=10000',
  'lock_timeout=3000',
  'idle_in_transaction_session_timeout=10000',
  'timezone=UTC',
];

/**
 * Opens the database. Connecting happens at the first query.
 *
 * @param onIdleError told of connections that break while unused; unheard, they would end the process
 */
export const openDatabase = async (
  location: DatabaseLocation,
  onIdleError: (error: Error) => void,
): Promise<Database> => {
  const embedded = 'url' in location ? undefined : await openEmbedded(location);
  const pool = new pg.Pool({
    ...('url' in location
      ? {
          connectionString: location.url,
          max: location.poolSize,
          options: sessionSettings.map((setting) => `-c ${setting}`).join(' '),
          connectionTimeoutMillis: 2_000,
        }
      : // One connection, so that whoever waits behind a long query is not turned away at once.
        { Client: embedded?.Client, max: 1, connectionTimeoutMillis: 10_000 }),
    application_name: 'leitor',
    idleTimeoutMillis: 30_000,
    keepAlive: true,
  });
  pool.on('error', onIdleError);
  // Not on the embedded database: its one session outlives connections, and still knows their names.
  if ('url' in location && location.prepare !== false) pool.on('connect', prepareStatements);
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    stats: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    ping: async () => {
      await sql`select 1`.execute(db);
    },
    close: async () => {
      await db.destroy();
      await embedded?.close();
    },
  };
};
