import { Socket } from 'node:net';
import type { PGlite } from '@electric-sql/pglite';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { openEmbedded } from './embedded.ts';
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

/** Where the database is: a PostgreSQL address, or the embedded one, in a directory or already open. */
export type DatabaseLocation =
  | { url: string; poolSize: number }
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

// Longer than the slowest statement may take, and than the pool keeps a connection that nobody uses.
const silentMs = 35_000;

/** Gives up a connection on which nothing comes or goes for too long: the network may have lost it without a word. */
const endWhenSilent = (client: pg.PoolClient): void => {
  const stream = 'connection' in client ? Object(client.connection).stream : undefined;
  if (!(stream instanceof Socket)) return;
  stream.setTimeout(silentMs, () =>
    stream.destroy(Object.assign(new Error('the database fell silent'), { code: 'ETIMEDOUT' })),
  );
};

/**
 * Opens the database. Connecting happens at the first query.
 *
 * @param onBroken told of every connection that breaks; a query that was running on it fails besides
 */
export const openDatabase = async (
  location: DatabaseLocation,
  onBroken: (error: Error) => void,
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
  // A connection tells of its end by an event, in use or not, and an event that nobody hears ends the process. The pool hears
  // those not in use, and repeats them.
  pool.on('connect', (client) => {
    client.on('error', onBroken);
    endWhenSilent(client);
  });
  pool.on('error', () => undefined);
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
