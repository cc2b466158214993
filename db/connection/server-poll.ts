import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** A query that is repeated; see {@link pollServer}. */
export interface ServerPoll<Row> {
  url: string;
  text: string;
  /**
   * `askedAt` is when the query was sent, by `performance.now()`. A rejection counts as a failure.
   */
  onReply: (row: Row, askedAt: number) => Promise<void> | void;
  onFailure: (error: unknown) => void;
}

const intervalMs = 500;
const timeoutMs = 1_000;

/**
 * Sends a query to a server every half second, on a connection of its own, and reconnects after
 * failures. No reply within a second is a failure. Returns a function that stops it.
 */
export const pollServer = <Row extends pg.QueryResultRow>({
  url,
  text,
  onReply,
  onFailure,
}: ServerPoll<Row>): (() => Promise<void>) => {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'leitor',
    max: 1,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  // A broken connection also fails its query. Without listeners the events would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', () => undefined);
  const stopping = new AbortController();
  const ask = async (): Promise<void> => {
    const askedAt = performance.now();
    const [row] = (await pool.query<Row>(text)).rows;
    if (row) await onReply(row, askedAt);
  };
  const poll = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await ask().catch(onFailure);
      await pause(intervalMs, undefined, { ref: false, signal: stopping.signal }).catch(() => {});
    }
  };
  const running = poll();
  return async () => {
    stopping.abort();
    await running;
    await pool.end();
  };
};
