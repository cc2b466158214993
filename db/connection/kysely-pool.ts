import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { type ConnectionMonitor, monitorConnection } from './half-open.ts';
import { preparedName } from './prepared-statements.ts';

interface PoolOptions {
  /** Whether frequent statements are prepared (see `runPrepared`). */
  prepares: boolean;
  /** See `monitorConnection`. */
  isWorking: ((processId: number) => Promise<boolean>) | undefined;
}

/**
 * A `pg` client as Kysely uses it: it names prepared statements and reports each statement to the
 * monitor of its connection.
 */
class PooledClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #monitor: ConnectionMonitor;
  readonly #prepares: boolean;

  constructor(client: pg.PoolClient, { prepares, isWorking }: PoolOptions) {
    this.#client = client;
    this.#monitor = monitorConnection(client, isWorking);
    this.#prepares = prepares;
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query(text: string | PostgresCursor<unknown>, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('this database has no cursors');
    const name = this.#prepares ? preparedName(text) : undefined;
    return this.#run(name, text, [...values]);
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy);
  }

  async #run(name: string | undefined, text: string, values: unknown[]): Promise<unknown> {
    this.#monitor.statementStarted(text);
    try {
      return await this.#client.query(
        name === undefined ? { text, values } : { name, text, values },
      );
    } finally {
      this.#monitor.statementEnded();
    }
  }
}

/** The pool that Kysely takes its connections from. */
export const kyselyPool = (pool: pg.Pool, options: PoolOptions): PostgresPool => {
  const wrapped = new WeakMap<pg.PoolClient, PooledClient>();
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect();
      const known = wrapped.get(client) ?? new PooledClient(client, options);
      wrapped.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
};
