import { createClient } from '@redis/client';
import type { Logger } from 'pino';
import type { RedisOutcome } from '../observe/measures.ts';

const patienceMs = 100;
const pauseAfterFailureMs = 1_000;

type ReplyUnion = string | number | boolean | (string | number | boolean)[];

type RedisClient = ReturnType<typeof makeClient>;

/** A Redis that the service can do without. */
export interface Redis {
  /**
   * Runs a call; undefined where Redis failed or took over 100 ms, and for the second after that without trying. Then one
   * caller tries again, alone.
   */
  guard: <T>(call: () => Promise<T>) => Promise<T | undefined>;
  /** Sends one command. Not guarded. */
  send: (command: readonly string[]) => Promise<ReplyUnion>;
  /** Every command. Not guarded. */
  client: RedisClient;
  close: () => Promise<void>;
}

/**
 * Connects to Redis in the background; being out of reach is never an error, only slower.
 *
 * @param tell told what became of each guarded call
 */
export const openRedis = (
  url: string,
  log: Logger,
  tell: (outcome: RedisOutcome) => void = () => undefined,
): Redis => {
  const client = makeClient(url);
  let skipUntil = 0;
  let failing = false;
  let trying = false;
  let complained = false;
  client.on('error', (error: unknown) => {
    if (!complained) log.warn({ err: error }, 'redis is away; going on without it');
    complained = true;
  });
  client.on('ready', () => {
    if (complained) log.info('redis is back');
    complained = false;
    skipUntil = 0;
    failing = false;
  });
  client.connect().catch(() => undefined);

  const guard = async <T>(call: () => Promise<T>): Promise<T | undefined> => {
    if (!client.isReady || Date.now() < skipUntil || (failing && trying)) {
      tell('skipped');
      return undefined;
    }
    trying = true;
    const { promise: outOfPatience, reject } = Promise.withResolvers<never>();
    const giveUp = () => reject(new Error('redis took too long'));
    // Time may have passed because this process was busy: then the answer is here already, and read before the giving up.
    const timer = setTimeout(() => setImmediate(() => setImmediate(giveUp)), patienceMs);
    try {
      const answer = await Promise.race([call(), outOfPatience]);
      failing = false;
      tell('answered');
      return answer;
    } catch (error) {
      skipUntil = Date.now() + pauseAfterFailureMs;
      failing = true;
      tell('failed');
      log.warn({ err: error }, 'redis did not answer; going on without it');
      return undefined;
    } finally {
      clearTimeout(timer);
      trying = false;
    }
  };

  return {
    guard,
    client,
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
