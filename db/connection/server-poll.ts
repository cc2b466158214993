import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

interface ServerPoll<Row> {
  url: string;
  text: string;
  /**
   * Handles a row; `askedAt` is the request's time by `performance.now()`. A rejection counts as a failure.
   */
  onReply: (row: Row, askedAt: number) => Promise<void> | void;
  onFailure: (error: unknown) => void;
}

const intervalMs = 500;
const timeoutMs = 1_000;

/** Queries every half second on its own connection; a second without a reply is a failure. Returns `stop`. */
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
  // A broken connection also fails its query; without listeners the events end the process.
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
