import KeyvRedis, { type KeyvRedisOptions } from '@keyv/redis';
import { createClient } from '@redis/client';
import type { Logger } from 'pino';
import { reasonOf } from '../text/error-reason.ts';

/** The outcome of a call; `skipped` means it was not tried, because a call failed less than a second ago. */
export type RedisOutcome = 'answered' | 'failed' | 'skipped';

const pauseAfterFailureMs = 1_000;
const reportEveryMs = 60_000;

type ReplyUnion = string | number | boolean | (string | number | boolean)[];

type RedisClient = ReturnType<typeof makeClient>;

/** An optional connection to Redis. Calls outside of `guard` may fail or wait. */
export interface Redis {
  /** Returns undefined after a failure or timeout, and for the next second; then one caller tries again. */
  guard: <T>(call: () => Promise<T>) => Promise<T | undefined>;
  /** Sends a command without the guard. */
  send: (command: readonly string[]) => Promise<ReplyUnion>;
  /** The client without the guard. */
  client: RedisClient;
  /** Creates a store for keyv without the guard. */
  keyvStore: (options: KeyvRedisOptions) => KeyvRedis<string>;
  close: () => Promise<void>;
}

/** Connects in the background; an unreachable Redis never throws. `timeoutMs` limits a guarded call. */
export const openRedis = (
  url: string,
  log: Logger,
  onCall: (outcome: RedisOutcome) => void = () => undefined,
  timeoutMs = 100,
): Redis => {
  const client = makeClient(url);
  let skipUntil = 0;
  let failing = false;
  let trying = false;
  let isDown = false;
  let reportedAt = Number.NEGATIVE_INFINITY;
  const report = (error: unknown, message: string) => {
    if (Date.now() - reportedAt < reportEveryMs) return;
    reportedAt = Date.now();
    log.warn({ err: error }, `REDIS_URL: ${message}: ${reasonOf(error)}; continuing without it`);
  };
  client.on('error', (error: unknown) => {
    isDown = true;
    report(error, 'redis is unreachable');
  });
  client.on('ready', () => {
    if (isDown) log.info('redis is reachable again');
    isDown = false;
    skipUntil = 0;
    failing = false;
  });
  client.connect().catch(() => undefined);

  const guard = async <T>(call: () => Promise<T>): Promise<T | undefined> => {
    if (!client.isReady || Date.now() < skipUntil || (failing && trying)) {
      onCall('skipped');
      return undefined;
    }
    trying = true;
    const { promise: timedOut, reject } = Promise.withResolvers<never>();
    const giveUp = () => reject(new Error(`redis did not reply within ${timeoutMs} ms`));
    // If this process was busy, two turns of the event loop let it read a waiting reply first.
    const timer = setTimeout(() => setImmediate(() => setImmediate(giveUp)), timeoutMs);
    try {
      const reply = await Promise.race([call(), timedOut]);
      failing = false;
      onCall('answered');
      return reply;
    } catch (error) {
      skipUntil = Date.now() + pauseAfterFailureMs;
      failing = true;
      onCall('failed');
      report(error, 'a call failed');
      return undefined;
    } finally {
      clearTimeout(timer);
      trying = false;
    }
  };

  return {
    guard,
    client,
    keyvStore: (options) => new KeyvRedis<string>(client, options),
    send: (command) => client.sendCommand<ReplyUnion>([...command]),
    close: async () => {
      client.destroy();
    },
  };
};

const makeClient = (url: string) =>
  createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: 300,
      reconnectStrategy: (retries) => Math.min(2 ** retries * 50, 2_000),
    },
  });
