import { randomUUID } from 'node:crypto';
import { Keyv } from 'keyv';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Redis } from './redis.ts';

/** A cached value; both moments use the service's clock. */
export interface CacheEntry<T> {
  value: T;
  loadedAt: Date;
  expiresAt: Date;
}

export interface MemoryEntry<T> extends CacheEntry<T> {
  /** When Redis last confirmed the entry, in milliseconds by the service's clock. */
  checkedAt: number;
}

const memoryBytes = 32 * 1_048_576;
const entryOverhead = 200;

/** Opens a keyv store on an LRU cache; entries are stored by reference. */
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

/**
 * A cache shared by all processes; only the current generation is read. Methods return undefined if Redis is
 * silent.
 */
interface RedisStore {
  /** Reads an entry; `entry` is null if there is none that the schema accepts. */
  get: <T>(
    key: string,
    schema: z.ZodType<T>,
  ) => Promise<{ generation: string; entry: CacheEntry<T> | null } | undefined>;
  set: (
    generation: string,
    key: string,
    entry: CacheEntry<unknown>,
    lifetimeMs: number,
  ) => Promise<void>;
  /** Starts a new generation and removes the entries of the previous one. */
  renew: () => Promise<string | undefined>;
}

// Increase the number when the form of an entry changes, so that versions do not read each other's entries.
const prefix = 'leitor:cache:4';

/** The keys outlive every entry. */
const longestLifetimeSeconds = 2 * 86_400;

/** An entry with moments of the service's clock; keyv's time to live only makes Redis delete it. */
const storedEntry = z.object({ value: z.unknown(), loadedAt: z.int(), expiresAt: z.int() });
type StoredEntry = z.infer<typeof storedEntry>;

/** Opens the store on one connection; no call waits longer than the guard allows. */
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
  const generationKey = `${prefix}:generation:${namespace}`;
  /** Names the set of a generation's keys, which are deleted with it. */
  const keysOf = (generation: string): string => `${prefix}:keys:${namespace}:${generation}`;
  // The last known generation; requesting it together with the entry saves a round trip.
  let known = '';

  return {
    get: (key, schema) =>
      guard(async () => {
        for (;;) {
          const generation = known;
          const [current, stored] = await Promise.all([
            client.get(generationKey),
            entries.get(`${generation}:${key}`),
          ]);
          if (current === generation) return { generation, entry: decode(stored, schema) };
          if (current === null) await client.set(generationKey, randomUUID(), { condition: 'NX' });
          else known = current;
        }
      }),
    set: (of, key, { value, loadedAt, expiresAt }, lifetimeMs) =>
      guard(async () => {
        const entryKey = `${of}:${key}`;
        const entry = { value, loadedAt: loadedAt.getTime(), expiresAt: expiresAt.getTime() };
        await Promise.all([
          client.sAdd(keysOf(of), entryKey),
          client.expire(keysOf(of), longestLifetimeSeconds),
          entries.set(entryKey, entry, lifetimeMs),
        ]);
        // A concurrent clear did not see this entry, which may name an erased person.
        if ((await client.get(generationKey)) !== of) await entries.delete(entryKey);
      }),
    renew: () =>
      guard(async () => {
        const next = randomUUID();
        const former = await client.set(generationKey, next, { GET: true });
        if (former !== null) {
          const keys = await client.sMembers(keysOf(former));
          if (keys.length > 0) await entries.delete(keys);
          await client.del(keysOf(former));
        }
        return next;
      }),
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

/** Parses like keyv, but invalid JSON is a miss and not a failure of Redis. */
const parseOrMiss = (text: string) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
