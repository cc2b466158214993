import type { PGlite } from '@electric-sql/pglite';
import { Kysely, PostgresAdapter, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { prepareStatements } from './prepared.ts';
import type { Schema } from './schema.ts';
import { sessionConfig, withClient } from './session-settings.ts';
import { endWhenSilent } from './silence.ts';

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

const connectionTimeoutMillis = 2_000;

/** Migrating has a lock of its own (see `migrate`): Kysely's is a session's, which a pooler in transaction mode would misplace. */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

class Dialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new Adapter();
  }
}

/** A statement that has ended, in the asynchronous context that it was run in. */
export interface EndedStatement {
  sql: string;
  /** Without the wait for a connection. */
  seconds: number;
  /** What it failed with, if it did. */
  error: unknown;
}

/** The embedded database; whoever has a server does not load it. */
const embeddedAt = async (location: Exclude<DatabaseLocation, { url: string }>) => {
  const { openEmbedded } = await import('./embedded.ts');
  return openEmbedded(location);
};

/** Asks the server, on a connection for the purpose, whether one of its processes is at work. */
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
 * Opens the database: a server straight or behind a pooler in transaction mode, or the embedded one. Throws where a server is out of
 * reach.
 *
 * @param onBroken told of every connection that breaks; a query that was running on it fails besides
 * @param onStatement told of each statement that ended, those of transactions included
 */
export const openDatabase = async (
  location: DatabaseLocation,
  onBroken: (error: Error) => void,
  onStatement?: (statement: EndedStatement) => void,
): Promise<Database> => {
  const embedded = 'url' in location ? undefined : await embeddedAt(location);
  const session =
    'url' in location ? await sessionConfig(location.url, connectionTimeoutMillis) : undefined;
  // A pooler would not find a statement by its name again, and the embedded database's one session outlives connections.
  const prepares = session?.options !== undefined;
  const pool = new pg.Pool({
    ...('url' in location
      ? {
          connectionString: location.url,
          max: location.poolSize,
          ...session,
          connectionTimeoutMillis,
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
    endWhenSilent(client, prepares && 'url' in location ? isWorkingAt(location.url) : undefined);
    if (prepares) prepareStatements(client);
  });
  pool.on('error', () => undefined);
  const db = new Kysely<Schema>({
    dialect: new Dialect({ pool }),
    ...(onStatement && {
      log: (event) =>
        onStatement({
          sql: event.query.sql,
          seconds: event.queryDurationMillis / 1_000,
          error: event.level === 'error' ? event.error : undefined,
        }),
    }),
  });
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
