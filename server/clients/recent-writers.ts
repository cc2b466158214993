import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Redis } from './redis.ts';

/** Who wrote within a few seconds: of all processes with Redis, else of this one. */
export interface RecentWriters {
  /** Call it after the write is committed and before the response is sent. */
  add: (writer: string) => Promise<void>;
  /** Whether one of them wrote recently. True if that is unknown, because Redis does not reply. */
  includes: (writers: readonly string[]) => Promise<boolean>;
}

const prefix = 'leitor:writer:2:';

/** A hash: Redis then holds no e-mail. */
const keyOf = (writer: string): string => prefix + hash('sha256', writer, 'base64url');

// Far more than a process serves in the time.
const max = 50_000;

/** @param windowMs how long a write counts as recent */
export const openRecentWriters = (redis: Redis | undefined, windowMs: number): RecentWriters => {
  const here = new LRUCache<string, true>({ max, ttl: windowMs });
  return {
    add: async (writer) => {
      here.set(writer, true);
      await redis?.guard(() =>
        redis.client.set(keyOf(writer), '', { expiration: { type: 'PX', value: windowMs } }),
      );
    },
    includes: async (writers) => {
      if (writers.some((writer) => here.has(writer))) return true;
      if (!redis) return false;
      const found = await redis.guard(() => redis.client.exists(writers.map(keyOf)));
      return found !== 0;
    },
  };
};
