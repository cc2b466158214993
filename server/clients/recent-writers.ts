import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Redis } from './redis.ts';

/** Recent writers of all processes; without Redis, only of this one. */
export interface RecentWriters {
  /** Adds a writer; call it after the commit and before the response. */
  add: (writer: string) => Promise<void>;
  /** Returns true if one of them wrote recently, or if Redis does not reply. */
  includes: (writers: readonly string[]) => Promise<boolean>;
}

const prefix = 'leitor:writer:2:';

/** Hashes the writer, so that Redis stores no e-mail. */
const keyOf = (writer: string): string => prefix + hash('sha256', writer, 'base64url');

const max = 50_000;

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
