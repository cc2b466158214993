import type { z } from 'zod';
import {
  type CacheEntry,
  type MemoryEntry,
  openMemoryStore,
  openRedisStore,
} from './cache-stores.ts';
import type { Redis } from './redis.ts';

export type { CacheEntry };

/** Each name is a keyv namespace and a `cache` label of the lookup metric. */
const cacheNames = ['streaks', 'reports'] as const;
type CacheName = (typeof cacheNames)[number];

/** Where a value was found; `flight` is a load already in flight in this process. */
type CacheLayer = 'memory' | 'flight' | 'redis';

/** Loads a value, which must be valid JSON. */
export interface Loader<T> {
  load: () => Promise<T>;
  expiresAt: (loadedAt: Date, value: T) => Date;
}

export interface LookupOptions<T> {
  /** Parses what another process wrote; a rejected value is a miss. A key always has the same schema. */
  schema: z.ZodType<T>;
  /**
   * `up-to-one-second` (default): a local copy is used for a second, or until it expires if Redis is
   * unreachable. `shared-only`: with Redis there are no local copies, and every lookup misses while Redis is
   * unreachable.
   */
  staleness?: 'up-to-one-second' | 'shared-only';
}

/**
 * A cache in Redis, or in this process without Redis. Losing values is never an error; callers must not
 * mutate them.
 */
export interface Cache {
  /** Returns a value; concurrent callers in this process share one load and its error. */
  getOrLoad: <T>(key: string, loader: Loader<T> & LookupOptions<T>) => Promise<Found<T>>;
  /** Clears the cache and stores a newly loaded entry. */
  reload: <T>(key: string, loader: Loader<T>) => Promise<CacheEntry<T>>;
  /**
   * Clears the cache; other processes notice within a second. Returns false without a reply: entries then
   * stay in Redis until they expire.
   */
  clear: () => Promise<boolean>;
}

export type Found<T> = CacheEntry<T> & { hit: boolean };

export type Caches = Record<CacheName, Cache>;

type OnLookup = (cache: CacheName, layer: CacheLayer, result: 'hit' | 'miss') => void;

const trustedMs = 1_000;

/** A load in flight; if `discarded`, its result must not be cached. */
interface InFlight {
  discarded: boolean;
  done?: Promise<Found<unknown>>;
}

export const openCaches = (
  redis: Redis | undefined,
  now: () => Date,
  onLookup: OnLookup = () => undefined,
): Caches => ({
  streaks: openCache('streaks', redis, now, onLookup),
  reports: openCache('reports', redis, now, onLookup),
});

const openCache = (
  name: CacheName,
  redis: Redis | undefined,
  now: () => Date,
  onLookup: OnLookup,
): Cache => {
  const memory = openMemoryStore(name);
  const shared = redis && openRedisStore(name, redis);
  const inFlight = new Map<string, InFlight>();

  type Moments = Pick<CacheEntry<unknown>, 'expiresAt'>;
  const isCurrent = ({ expiresAt }: Moments): boolean => expiresAt > now();
  const lifetimeMs = ({ expiresAt }: Moments): number => expiresAt.getTime() - now().getTime();

  const hasCopies = <T>({ staleness }: LookupOptions<T>) => !shared || staleness !== 'shared-only';

  const findInMemory = async <T>(key: string, options: LookupOptions<T>) => {
    if (!hasCopies(options)) return undefined;
    const copy = await memory.get(key);
    // The schema of a key never changes, so the stored value is a `T`.
    return copy && isCurrent(copy) ? (copy as MemoryEntry<T>) : undefined;
  };

  const isTrusted = ({ checkedAt }: { checkedAt: number }): boolean => {
    const age = now().getTime() - checkedAt;
    return !shared || (age >= 0 && age < trustedMs);
  };

  const keepInMemory = async (
    key: string,
    entry: CacheEntry<unknown>,
    checkedAt: number,
    load: InFlight,
  ): Promise<void> => {
    await memory.set(key, { ...entry, checkedAt });
    // A clear discarded the load while keyv was writing.
    if (load.discarded) await memory.delete(key);
  };

  const loadNow = async <T>({ load, expiresAt }: Loader<T>): Promise<CacheEntry<T>> => {
    const loadedAt = now();
    const value = await load();
    return { value, loadedAt, expiresAt: expiresAt(loadedAt, value) };
  };

  const findOrLoad = async <T>(
    key: string,
    loader: Loader<T> & LookupOptions<T>,
    load: InFlight,
  ): Promise<Found<T>> => {
    // It is the time before the load, so that a clear during the load is noticed.
    const checkedAt = now().getTime();
    const reply = await shared?.get(key, loader.schema);
    const found = reply ? reply.entry : await findInMemory(key, loader);
    const current = found && isCurrent(found) ? found : undefined;
    if (reply) onLookup(name, 'redis', current ? 'hit' : 'miss');
    else if (shared && current) onLookup(name, 'memory', 'hit');
    if (current) {
      if (reply && hasCopies(loader) && !load.discarded)
        await keepInMemory(key, current, checkedAt, load);
      return { ...current, hit: true };
    }
    const entry = await loadNow(loader);
    if (!load.discarded && isCurrent(entry)) {
      // After a clear, this writes to a generation that is no longer read.
      if (reply) await shared?.set(reply.generation, key, entry, lifetimeMs(entry));
      if (hasCopies(loader)) await keepInMemory(key, entry, checkedAt, load);
    }
    return { ...entry, hit: false };
  };

  const clearMemory = async (): Promise<void> => {
    for (const load of inFlight.values()) load.discarded = true;
    inFlight.clear();
    await memory.clear();
  };

  return {
    getOrLoad: async <T>(key: string, loader: Loader<T> & LookupOptions<T>): Promise<Found<T>> => {
      const copy = await findInMemory(key, loader);
      const trusted = copy !== undefined && isTrusted(copy);
      onLookup(name, 'memory', trusted ? 'hit' : 'miss');
      if (trusted) return { ...copy, hit: true };
      const running = inFlight.get(key);
      if (running?.done) {
        onLookup(name, 'flight', 'hit');
        return running.done as Promise<Found<T>>;
      }
      const load: InFlight = { discarded: false };
      inFlight.set(key, load);
      const done = findOrLoad(key, loader, load).finally(() => {
        if (inFlight.get(key) === load) inFlight.delete(key);
      });
      load.done = done;
      return done;
    },
    reload: async (key, loader) => {
      const entry = await loadNow(loader);
      await clearMemory();
      const generation = await shared?.renew();
      if (isCurrent(entry)) {
        if (generation) await shared?.set(generation, key, entry, lifetimeMs(entry));
        await keepInMemory(key, entry, now().getTime(), { discarded: false });
      }
      return entry;
    },
    clear: async () => {
      await clearMemory();
      return shared ? (await shared.renew()) !== undefined : true;
    },
  };
};
