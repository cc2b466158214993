import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Measures } from '../observe/measures.ts';
import type { Redis } from './redis.ts';
import { type Lock, sharedEntries } from './shared-entries.ts';

// Not keyv: it goes by the machine's clock, cannot lock, keeps memory without bound, and its Redis adapter would open a
// second connection beside the guarded one.

/** Bytes kept for a while, with the moment they tell of and the moment from which they are void. */
export interface Kept {
  bytes: Buffer;
  madeAt: Date;
  expiresAt: Date;
}

/** How to make bytes, and until when those whose making began at `madeAt` are kept. */
export interface Recipe {
  make: () => Promise<string>;
  expiresAt: (madeAt: Date) => Date;
}

/** Whether text that another process wrote is of the expected form; saying no or throwing makes it a miss. */
export interface Acceptance {
  accepts: (text: string) => boolean;
}

/** How old an answer may get. */
export interface Freshness {
  /**
   * Where there is a Redis, only what it answers counts: no copies of this process, so that what was cleared is gone
   * everywhere at once, and while Redis is away every asking is a miss.
   */
  sharedOnly?: boolean;
}

/** Serialised answers by key: in Redis where there is one, else in this process. Losing them is never an error. */
export interface Cache {
  /**
   * What is kept under the key, else what the recipe makes; `hit` tells which. However many ask at once, one makes: of
   * this process, and of all processes while Redis answers. What `make` throws, everybody who waits here gets.
   *
   * A copy serves for a second before Redis is asked again, and until it expires while Redis is away.
   */
  remember: (
    key: string,
    recipe: Recipe & Acceptance & Freshness,
  ) => Promise<Kept & { hit: boolean }>;
  /** Makes the bytes anew and keeps them in place of what was kept. */
  replace: (key: string, recipe: Recipe) => Promise<Kept>;
  /**
   * Forgets all keys that begin so; what is being made for them meanwhile is not kept. Other processes notice within a
   * second. False where Redis did not answer: what it holds then lives on until it expires.
   */
  clear: (prefix: string) => Promise<boolean>;
}

// Entries of another form are not seen: the number grows with the form.
const namespace = 'leitor:cache:1:';
const entryForm = /^(\d{1,15}) (\d{1,15})\n/;
const localBytes = 64 * 1_048_576;
const trustedMs = 1_000;
const pollMs = 20;

/** Somebody's making of an entry; `void` once what it makes must not be kept. */
interface Flight {
  void: boolean;
  done?: Promise<Kept & { hit: boolean }>;
}

/**
 * Makes the cache of one process. A key begins with the name of its cache and a colon.
 *
 * @param tell told of each look for an entry
 */
export const openCache = (
  redis: Redis | undefined,
  now: () => Date,
  tell: Measures['cacheLookup'] = () => undefined,
): Cache => {
  const local = new LRUCache<string, Kept & { checkedAt: number }>({
    maxSize: localBytes,
    sizeCalculation: ({ bytes }, key) => bytes.length + key.length + 200,
  });
  const flights = new Map<string, Flight>();
  const shared = redis && sharedEntries(redis, namespace);

  const isCurrent = (kept: Kept): boolean => kept.expiresAt > now();

  const localCopy = (
    key: string,
    { sharedOnly }: Freshness,
  ): (Kept & { checkedAt: number }) | undefined => {
    const copy = sharedOnly && shared ? undefined : local.get(key);
    return copy && isCurrent(copy) ? copy : undefined;
  };

  const isTrusted = ({ checkedAt }: { checkedAt: number }): boolean => {
    const age = now().getTime() - checkedAt;
    return !shared || (age >= 0 && age < trustedMs);
  };

  const keepLocally = (key: string, { bytes, madeAt, expiresAt }: Kept): void => {
    local.set(key, { bytes, madeAt, expiresAt, checkedAt: now().getTime() });
  };

  const lifeOf = ({ expiresAt }: Kept): number => expiresAt.getTime() - now().getTime();

  const makeNow = async ({ make, expiresAt }: Recipe): Promise<Kept> => {
    const madeAt = now();
    return { bytes: Buffer.from(await make()), madeAt, expiresAt: expiresAt(madeAt) };
  };

  const makeAndKeep = async (
    key: string,
    recipe: Recipe,
    flight: Flight,
    lock: Lock | undefined,
  ): Promise<Kept> => {
    try {
      const kept = await makeNow(recipe);
      if (flight.void || !isCurrent(kept)) return kept;
      const finished = await lock?.finish(encode(kept), lifeOf(kept));
      if (finished !== false) keepLocally(key, kept);
      return kept;
    } finally {
      // Where it finished there is nothing left to give back.
      await lock?.release();
    }
  };

  const findOrMake = async (
    key: string,
    recipe: Recipe & Acceptance & Freshness,
    flight: Flight,
  ): Promise<Kept & { hit: boolean }> => {
    let lock: Lock | undefined;
    let looked = false;
    for (;;) {
      const text = await shared?.read(key);
      const away = text === undefined;
      const found = away ? localCopy(key, recipe) : decode(text, recipe);
      const current = found !== undefined && isCurrent(found);
      // Looking again while another process makes the entry is the same miss.
      if (!away && (current || !looked)) tell(cacheOf(key), 'redis', current ? 'hit' : 'miss');
      if (shared && away && current) tell(cacheOf(key), 'memory', 'hit');
      looked = true;
      if (current) {
        if (!away && !flight.void) keepLocally(key, found);
        await lock?.release();
        return { ...found, hit: true };
      }
      // With the lock just taken, the look above was the second one: nobody finished in between.
      if (lock || away) break;
      const answer = await shared?.lock(key);
      if (answer === undefined) break;
      if (answer === 'taken') await pause(pollMs);
      else lock = answer;
    }
    return { ...(await makeAndKeep(key, recipe, flight, lock)), hit: false };
  };

  const abandon = (isMeant: (key: string) => boolean): void => {
    for (const [key, flight] of flights) {
      if (!isMeant(key)) continue;
      flight.void = true;
      flights.delete(key);
    }
  };

  return {
    remember: async (key, recipe) => {
      const copy = localCopy(key, recipe);
      const trusted = copy !== undefined && isTrusted(copy);
      tell(cacheOf(key), 'memory', trusted ? 'hit' : 'miss');
      if (trusted) return { ...copy, hit: true };
      const running = flights.get(key);
      if (running?.done) {
        tell(cacheOf(key), 'flight', 'hit');
        return running.done;
      }
      const flight: Flight = { void: false };
      flights.set(key, flight);
      flight.done = findOrMake(key, recipe, flight).finally(() => {
        if (flights.get(key) === flight) flights.delete(key);
      });
      return flight.done;
    },
    replace: async (key, recipe) => {
      const kept = await makeNow(recipe);
      abandon((other) => other === key);
      if (isCurrent(kept)) {
        await shared?.write(key, encode(kept), lifeOf(kept));
        keepLocally(key, kept);
      }
      return kept;
    },
    clear: async (prefix) => {
      const isMeant = (key: string) => key.startsWith(prefix);
      abandon(isMeant);
      for (const key of [...local.keys()].filter(isMeant)) local.delete(key);
      return shared ? shared.clear(prefix) : true;
    },
  };
};

const cacheOf = (key: string): string => key.slice(0, key.indexOf(':'));

const encode = ({ bytes, madeAt, expiresAt }: Kept): string =>
  `${madeAt.getTime()} ${expiresAt.getTime()}\n${bytes}`;

/** The entry that a text holds; undefined where it is none, or none that the caller can use. */
const decode = (text: string | null, { accepts }: Acceptance): Kept | undefined => {
  const [head = '', madeAt, expiresAt] = entryForm.exec(text ?? '') ?? [];
  if (!text || !head) return undefined;
  const body = text.slice(head.length);
  try {
    if (!accepts(body)) return undefined;
  } catch {
    return undefined;
  }
  return {
    bytes: Buffer.from(body),
    madeAt: new Date(Number(madeAt)),
    expiresAt: new Date(Number(expiresAt)),
  };
};
