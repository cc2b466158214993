import { setTimeout as pause } from 'node:timers/promises';
import { type CacheEntry, openMemoryStore, openRedisStore } from './cache-stores.ts';
import type { LoadLock } from './load-lock.ts';
import type { Redis } from './redis.ts';

/** The caches of the service: one keyv namespace each, and the `cache` label of the lookup metric. */
export const cacheNames = ['streaks', 'reports'] as const;
export type CacheName = (typeof cacheNames)[number];

/** Where an entry was looked up: in this process, in a load already in flight here, or in Redis. */
export type CacheLayer = 'memory' | 'flight' | 'redis';

/** Produces the bytes of an entry. */
export interface Loader {
  load: () => Promise<string>;
  /** Called once `load` has succeeded. */
  expiresAt: (loadedAt: Date) => Date;
}

/** What a caller accepts from the cache. */
export interface LookupOptions {
  /** Checks text that another process wrote; returning false or throwing makes it a miss. */
  validate: (text: string) => boolean;
  /**
   * `up-to-one-second` (the default): a copy in this process serves for a second before Redis is read again, and until it
   * expires while Redis is unreachable. `shared-only`: with Redis configured, this process stores no copies, and every lookup is a miss
   * while Redis is unreachable.
   */
  staleness?: 'up-to-one-second' | 'shared-only';
}

/** Serialised values by key: in Redis if it is configured, else in this process. Losing them is never an error. */
export interface Cache {
  /**
   * Returns the cached entry, else loads it. Concurrent callers share one load: those of this process, and those of all
   * processes while Redis replies. If `load` throws, every caller that waits here gets the error.
   */
  getOrLoad: (
    key: string,
    loader: Loader & LookupOptions,
  ) => Promise<CacheEntry & { hit: boolean }>;
  /** Loads the entry and overwrites what is cached. */
  reload: (key: string, loader: Loader) => Promise<CacheEntry>;
  /**
   * Removes every entry; loads in flight are not cached. Other processes notice within a second. False if Redis did not
   * reply: its entries then live until they expire.
   */
  clear: () => Promise<boolean>;
}

/** Every cache of the service. */
export type Caches = Record<CacheName, Cache>;

/** Called for each lookup. */
export type OnLookup = (cache: CacheName, layer: CacheLayer, result: 'hit' | 'miss') => void;

const trustedMs = 1_000;
const pollMs = 20;

/** A load of this process; `discarded` once its result must not be cached. */
interface InFlight {
  discarded: boolean;
  done?: Promise<CacheEntry & { hit: boolean }>;
}

/** Opens the caches of this process. */
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

  const isCurrent = ({ expiresAt }: CacheEntry): boolean => expiresAt > now();
  const lifetimeMs = ({ expiresAt }: CacheEntry): number => expiresAt.getTime() - now().getTime();

  const findInMemory = async (key: string, { staleness }: LookupOptions) => {
    if (shared && staleness === 'shared-only') return undefined;
    const copy = await memory.get(key);
    return copy && isCurrent(copy) ? copy : undefined;
  };

  const isTrusted = ({ checkedAt }: { checkedAt: number }): boolean => {
    const age = now().getTime() - checkedAt;
    return !shared || (age >= 0 && age < trustedMs);
  };

  const keepInMemory = async (key: string, entry: CacheEntry, load: InFlight): Promise<void> => {
    await memory.set(key, { ...entry, checkedAt: now().getTime() });
    // Discarded while keyv was writing.
    if (load.discarded) await memory.delete(key);
  };

  const loadNow = async ({ load, expiresAt }: Loader): Promise<CacheEntry> => {
    const loadedAt = now();
    return { bytes: Buffer.from(await load()), loadedAt, expiresAt: expiresAt(loadedAt) };
  };

  /** Writes to Redis; false if the lock was lost meanwhile: what was loaded may be older than what cleared or replaced it. */
  const share = async (key: string, entry: CacheEntry, lock: LoadLock): Promise<boolean> => {
    await shared?.set(key, entry, lifetimeMs(entry));
    if ((await lock.release()) !== false) return true;
    await shared?.delete(key);
    return false;
  };

  const loadAndKeep = async (
    key: string,
    loader: Loader,
    load: InFlight,
    lock: LoadLock | undefined,
  ): Promise<CacheEntry> => {
    try {
      const entry = await loadNow(loader);
      if (load.discarded || !isCurrent(entry)) return entry;
      if (!lock || (await share(key, entry, lock))) await keepInMemory(key, entry, load);
      return entry;
    } finally {
      await lock?.release();
    }
  };

  const findOrLoad = async (
    key: string,
    loader: Loader & LookupOptions,
    load: InFlight,
  ): Promise<CacheEntry & { hit: boolean }> => {
    let lock: LoadLock | undefined;
    let counted = false;
    for (;;) {
      const reply = await shared?.get(key, loader.validate);
      const away = reply === undefined;
      const found = reply ?? (away ? await findInMemory(key, loader) : undefined);
      const current = found !== undefined && isCurrent(found);
      // Lookups while another process loads are the same miss.
      if (!away && (current || !counted)) onLookup(name, 'redis', current ? 'hit' : 'miss');
      if (shared && away && current) onLookup(name, 'memory', 'hit');
      counted = true;
      if (current) {
        if (!away && !load.discarded) await keepInMemory(key, found, load);
        await lock?.release();
        return { ...found, hit: true };
      }
      // With the lock just taken this was the second lookup: nobody finished in between.
      if (lock || away) break;
      const taken = await shared?.lock(key);
      if (taken === undefined) break;
      if (taken === 'taken') await pause(pollMs);
      else lock = taken;
    }
    return { ...(await loadAndKeep(key, loader, load, lock)), hit: false };
  };

  const discard = (keys: Iterable<string>): void => {
    for (const key of [...keys]) {
      const load = inFlight.get(key);
      if (load) load.discarded = true;
      inFlight.delete(key);
    }
  };

  return {
    getOrLoad: async (key, loader) => {
      const copy = await findInMemory(key, loader);
      const trusted = copy !== undefined && isTrusted(copy);
      onLookup(name, 'memory', trusted ? 'hit' : 'miss');
      if (trusted) return { ...copy, hit: true };
      const running = inFlight.get(key);
      if (running?.done) {
        onLookup(name, 'flight', 'hit');
        return running.done;
      }
      const load: InFlight = { discarded: false };
      inFlight.set(key, load);
      load.done = findOrLoad(key, loader, load).finally(() => {
        if (inFlight.get(key) === load) inFlight.delete(key);
      });
      return load.done;
    },
    reload: async (key, loader) => {
      const entry = await loadNow(loader);
      discard([key]);
      if (isCurrent(entry)) {
        // Before the entry is written, so that a load in flight elsewhere does not overwrite it.
        await shared?.revokeLock(key);
        await shared?.set(key, entry, lifetimeMs(entry));
        await keepInMemory(key, entry, { discarded: false });
      }
      return entry;
    },
    clear: async () => {
      discard(inFlight.keys());
      await memory.clear();
      return shared ? shared.clear() : true;
    },
  };
};
