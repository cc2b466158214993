import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

export interface ConnectionMonitor {
  statementStarted: (text: string) => void;
  statementEnded: () => void;
}

const silenceMs = 3_000;
// The reply may be on its way while the backend is already idle.
const graceMs = 500;
// This limit applies if the server cannot be queried; it exceeds the slowest statement's time.
const maxSilenceMs = 35_000;

const liftsLimit = /^\s*set (local )?statement_timeout = 0\b/;
const restoresLimit = /^\s*(commit|rollback|reset statement_timeout)\b/;

/**
 * Closes a half-open connection: a statement is pending, but the backend is idle. It checks after every 3 s
 * without bytes; if the server cannot be queried, it closes after 35 s, unless `statement_timeout` is 0.
 * @param isWorking undefined behind a pooler, whose process ids are not the server's
 */
export const monitorConnection = (
  client: pg.PoolClient,
  isWorking: ((processId: number) => Promise<boolean>) | undefined,
): ConnectionMonitor => {
  let pending = 0;
  let unlimited = false;
  const monitor: ConnectionMonitor = {
    statementStarted: (text) => {
      if (liftsLimit.test(text)) unlimited = true;
      else if (restoresLimit.test(text)) unlimited = false;
      pending += 1;
    },
    statementEnded: () => {
      pending -= 1;
    },
  };
  const stream = 'connection' in client ? Object(client.connection).stream : undefined;
  // The embedded database has no socket.
  if (!(stream instanceof Socket)) return monitor;
  let last = { bytes: 0, at: performance.now() };

  const isDead = async (): Promise<boolean> => {
    const working = await isWorking?.(Reflect.get(client, 'processID')).catch(() => undefined);
    if (working === false) await pause(graceMs);
    if (pending === 0 || stream.bytesRead !== last.bytes || working) return false;
    return working === false || (!unlimited && performance.now() - last.at >= maxSilenceMs);
  };
  const check = async () => {
    if (stream.bytesRead !== last.bytes || pending === 0) {
      last = { bytes: stream.bytesRead, at: performance.now() };
    }
    if (pending > 0 && (await isDead())) {
      const error = new Error('the database connection is half-open');
      stream.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
    } else if (!stream.destroyed) {
      stream.setTimeout(silenceMs);
    }
  };
  stream.on('timeout', () => void check());
  stream.setTimeout(silenceMs);
  return monitor;
};
