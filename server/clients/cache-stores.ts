import { Keyv } from 'keyv';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { type LoadLock, takeLock } from './load-lock.ts';
import type { Redis } from './redis.ts';

/** Serialised bytes, when they began to load and when they expire, both by the service's clock. */
export interface CacheEntry {
  bytes: Buffer;
  loadedAt: Date;
  expiresAt: Date;
}

/** An entry in this process; `checkedAt`: when Redis last confirmed it, in milliseconds of the service's clock. */
export interface MemoryEntry extends CacheEntry {
  checkedAt: number;
}

const memoryBytes = 32 * 1_048_576;
const entryOverhead = 200;

/** A bounded store in this process: keyv on an LRU, entries by reference. */
export const openMemoryStore = (namespace: string): Keyv<MemoryEntry> =>
  new Keyv<MemoryEntry>({
    store: new LRUCache<string, { value: MemoryEntry }>({
      maxSize: memoryBytes,
      sizeCalculation: ({ value }, key) => value.bytes.length + key.length + entryOverhead,
    }),
    namespace,
    useKeyPrefix: false,
    serialize: undefined,
    deserialize: undefined,
  });

/** Entries that all processes share. Each call resolves to undefined if Redis did not reply. */
export interface RedisStore {
  /** The entry; null if there is none, or none that `validate` accepts. */
  get: (key: string, validate: (text: string) => boolean) => Promise<CacheEntry | null | undefined>;
  set: (key: string, entry: CacheEntry, lifetimeMs: number) => Promise<boolean | undefined>;
  delete: (key: string) => Promise<boolean | undefined>;
  /** Takes the right to load an entry; `taken` if another process has it. */
  lock: (key: string) => Promise<LoadLock | 'taken' | undefined>;
  /** Takes the lock away from its holder. */
  revokeLock: (key: string) => Promise<unknown>;
  /** Revokes every lock, then removes every entry; false if Redis did not reply to the end. */
  clear: () => Promise<boolean>;
}

// The number grows when the form of an entry changes, so that versions do not read each other's.
const prefix = 'leitor:cache:2';

/** An entry in Redis. Its moments are of the service's clock; keyv's time to live only says when Redis removes it. */
const storedEntry = z.object({ body: z.string(), loadedAt: z.int(), expiresAt: z.int() });
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
      // Step by step, so that each command is short however many keys there are. keyv's `clear` is one long call.
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
    get: async (key, validate) => {
      const value = await guard(async () => (await entries.get(key)) ?? null);
      return value && decode(value, validate);
    },
    set: (key, { bytes, loadedAt, expiresAt }, lifetimeMs) =>
      guard(() =>
        entries.set(
          key,
          {
            body: bytes.toString(),
            loadedAt: loadedAt.getTime(),
            expiresAt: expiresAt.getTime(),
          },
          lifetimeMs,
        ),
      ),
    delete: (key) => guard(() => entries.delete(key)),
    lock: (key) => takeLock({ guard, client }, lockPrefix + key),
    revokeLock: (key) => guard(() => client.del(lockPrefix + key)),
    clear: async () => (await removeAll(lockPrefix)) && (await removeAll(`${store.namespace}::`)),
  };
};

const decode = (value: unknown, validate: (text: string) => boolean): CacheEntry | null => {
  const { data } = storedEntry.safeParse(value);
  if (!data || !isAccepted(data.body, validate)) return null;
  return {
    bytes: Buffer.from(data.body),
    loadedAt: new Date(data.loadedAt),
    expiresAt: new Date(data.expiresAt),
  };
};

const isAccepted = (text: string, validate: (text: string) => boolean): boolean => {
  try {
    return validate(text);
  } catch {
    return false;
  }
};

/** As keyv's own, but what is no JSON is a miss and not a failure of Redis. */
const parseOrMiss = (text: string) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
