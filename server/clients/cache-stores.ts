import { Keyv } from 'keyv';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { type LoadLock, takeLock } from './load-lock.ts';
import type { Redis } from './redis.ts';

/** A value, when it began to load and when it expires, both by the service's clock. */
export interface CacheEntry<T> {
  value: T;
  loadedAt: Date;
  expiresAt: Date;
}

/** An entry in this process. */
export interface MemoryEntry<T> extends CacheEntry<T> {
  /** When Redis last confirmed it, in milliseconds of the service's clock. */
  checkedAt: number;
}

const memoryBytes = 32 * 1_048_576;
const entryOverhead = 200;

/** A bounded store in this process: keyv on an LRU, entries by reference. */
export const openMemoryStore = (namespace: string): Keyv<MemoryEntry<unknown>> =>
  new Keyv<MemoryEntry<unknown>>({
    store: new LRUCache<string, { value: MemoryEntry<unknown> }>({
      maxSize: memoryBytes,
      sizeCalculation: ({ value: entry }, key) =>
        JSON.stringify(entry.value).length + key.length + entryOverhead,
    }),
    namespace,
    useKeyPrefix: false,
    serialize: undefined,
    deserialize: undefined,
  });

/** Entries that all processes share. Each call resolves to undefined if Redis did not reply. */
export interface RedisStore {
  /** The entry; null if there is none, or none that the schema accepts. */
  get: <T>(key: string, schema: z.ZodType<T>) => Promise<CacheEntry<T> | null | undefined>;
  set: (
    key: string,
    entry: CacheEntry<unknown>,
    lifetimeMs: number,
  ) => Promise<boolean | undefined>;
  delete: (key: string) => Promise<boolean | undefined>;
  /** Takes the right to load an entry; `taken` if another process has it. */
  lock: (key: string) => Promise<LoadLock | 'taken' | undefined>;
  /** Takes the lock away from its holder. */
  revokeLock: (key: string) => Promise<unknown>;
  /** Revokes every lock, then removes every entry; false if Redis did not reply to the end. */
  clear: () => Promise<boolean>;
}

// The number grows when the form of an entry changes, so that versions do not read each other's.
const prefix = 'leitor:cache:3';

/**
 * An entry in Redis. Its moments are of the service's clock; keyv's time to live only says when
 * Redis removes it.
 */
const storedEntry = z.object({ value: z.unknown(), loadedAt: z.int(), expiresAt: z.int() });
type StoredEntry = z.infer<typeof storedEntry>;

/** keyv over the guarded client: one connection, and no call waits longer than the guard allows. */
export const openRedisStore = (
  namespace: string,
  { guard, client, keyvStore }: Redis,
): RedisStore => {
  const store = keyvStore({ namespace: `${prefix}:entry:${namespace}`, throwOnErrors: true });
  const entries = new Keyv<StoredEntry>({
    store,
    namespace: store.namespace,
    useKeyPrefix: false,
    throwOnErrors: true,
    emitErrors: false,
    deserialize: parseOrMiss,
  });
  const lockPrefix = `${prefix}:lock:${namespace}::`;

  const removeAll = async (keyPrefix: string): Promise<boolean> => {
    let cursor = '0';
    do {
      // Step by step, so that each command is short however many keys there are. keyv's `clear` is
      // one long call.
      const step = await guard(async () => {
        const found = await client.scan(cursor, { MATCH: `${keyPrefix}*`, COUNT: 500 });
        if (found.keys.length > 0) await client.unlink(found.keys);
        return found;
      });
      if (!step) return false;
      cursor = step.cursor;
    } while (cursor !== '0');
    return true;
  };

  return {
    get: async (key, schema) => {
      const entry = await guard(async () => (await entries.get(key)) ?? null);
      return entry && decode(entry, schema);
    },
    set: (key, { value, loadedAt, expiresAt }, lifetimeMs) =>
      guard(() =>
        entries.set(
          key,
          { value, loadedAt: loadedAt.getTime(), expiresAt: expiresAt.getTime() },
          lifetimeMs,
        ),
      ),
    delete: (key) => guard(() => entries.delete(key)),
    lock: (key) => takeLock({ guard, client }, lockPrefix + key),
    revokeLock: (key) => guard(() => client.del(lockPrefix + key)),
    clear: async () => (await removeAll(lockPrefix)) && (await removeAll(`${store.namespace}::`)),
  };
};

const decode = <T>(stored: unknown, schema: z.ZodType<T>): CacheEntry<T> | null => {
  const { data: entry } = storedEntry.safeParse(stored);
  const parsed = schema.safeParse(entry?.value);
  if (!entry || !parsed.success) return null;
  return {
    value: parsed.data,
    loadedAt: new Date(entry.loadedAt),
    expiresAt: new Date(entry.expiresAt),
  };
};

/** As keyv's own, but what is no JSON is a miss and not a failure of Redis. */
const parseOrMiss = (text: string) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
