import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pLimit from 'p-limit';
import type pg from 'pg';
import { type ConnectionMonitor, monitorConnection } from './half-open.ts';
import { preparedName } from './prepared-statements.ts';

interface PoolOptions {
  /** True if frequent statements are prepared; see `runPrepared`. */
  prepares: boolean;
  /** Returns true if the backend still runs a statement; see `monitorConnection`. */
  isWorking: ((processId: number) => Promise<boolean>) | undefined;
}

/** Names prepared statements and reports each statement to the connection's monitor. */
class PooledClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #monitor: ConnectionMonitor;
  readonly #prepares: boolean;
  onRelease: (() => void) | undefined;

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
    this.onRelease?.();
    this.onRelease = undefined;
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

interface KyselyPool extends PostgresPool {
  /** Returns the same pool limited to `max` connections; a request waits as long as for the whole pool. */
  part: (max: number, timeoutMs: number) => PostgresPool;
}

export const kyselyPool = (pool: pg.Pool, options: PoolOptions): KyselyPool => {
  const wrapped = new WeakMap<pg.PoolClient, PooledClient>();
  const connect = async () => {
    const client = await pool.connect();
    const known = wrapped.get(client) ?? new PooledClient(client, options);
    wrapped.set(client, known);
    return known;
  };
  return {
    options: pool.options,
    connect,
    end: () => pool.end(),
    part: (max, timeoutMs) => {
      const limit = pLimit(max);
      return {
        options: pool.options,
        connect: async () => {
          const leave = await enter(limit, timeoutMs);
          try {
            const client = await connect();
            client.onRelease = leave;
            return client;
          } catch (error) {
            leave();
            throw error;
          }
        },
        // The caller that opened the whole pool also closes it.
        end: async () => undefined,
      };
    },
  };
};

/** Waits for a place and resolves to the function that frees it. Throws pg's error after the timeout. */
const enter = (limit: ReturnType<typeof pLimit>, timeoutMs: number): Promise<() => void> =>
  new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new Error('timeout exceeded when trying to connect'));
    }, timeoutMs);
    void limit(async () => {
      clearTimeout(timer);
      if (!isLate) await new Promise<void>((leave) => resolve(leave));
    });
  });
