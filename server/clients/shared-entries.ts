import { randomUUID } from 'node:crypto';
import type { Redis } from './redis.ts';

/** Entries that all processes share. Each call answers undefined where Redis did not, and then nothing is certain. */
export interface SharedEntries {
  /** The entry's text; null where there is none. */
  read: (key: string) => Promise<string | null | undefined>;
  /** Takes the right to make an entry, for 15 s at most; `taken` where another process has it. */
  lock: (key: string) => Promise<Lock | 'taken' | undefined>;
  /** Writes an entry whoever is making it, and takes that right away from them. */
  write: (key: string, text: string, lifeMs: number) => Promise<void>;
  /**
   * Removes the entries whose keys begin so, and the right to make them from whoever has it; false where Redis did not
   * answer to the end.
   */
  clear: (prefix: string) => Promise<boolean>;
}

/** The right to make an entry. */
export interface Lock {
  /** Writes the entry and gives the right back; false, with nothing written, where it was lost meanwhile. */
  finish: (text: string, lifeMs: number) => Promise<boolean | undefined>;
  /** Gives the right back. */
  release: () => Promise<void>;
}

const leaseMs = 15_000;

const finishScript = `
  if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end
  redis.call('set', KEYS[2], ARGV[2], 'px', ARGV[3])
  redis.call('del', KEYS[1])
  return 1`;

const releaseScript = `
  if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('del', KEYS[1]) end
  return 1`;

/** Entries in Redis, under keys that begin with `namespace`. */
export const sharedEntries = ({ guard, client }: Redis, namespace: string): SharedEntries => {
  const entryOf = (key: string) => `${namespace}entry:${key}`;
  const lockOf = (key: string) => `${namespace}lock:${key}`;

  const lockHeld = (key: string, token: string): Lock => ({
    finish: async (text, lifeMs) => {
      const written = await guard(() =>
        client.eval(finishScript, {
          keys: [lockOf(key), entryOf(key)],
          arguments: [token, text, String(lifeMs)],
        }),
      );
      return written === undefined ? undefined : written === 1;
    },
    release: async () => {
      await guard(() => client.eval(releaseScript, { keys: [lockOf(key)], arguments: [token] }));
    },
  });

  const removeAll = async (prefix: string): Promise<boolean> => {
    const MATCH = `${prefix.replace(/[\\*?[\]]/g, '\\$&')}*`;
    let cursor = '0';
    do {
      // Each step is short, however many keys there are.
      const step = await guard(async () => {
        const found = await client.scan(cursor, { MATCH, COUNT: 500 });
        if (found.keys.length > 0) await client.unlink(found.keys);
        return found;
      });
      if (!step) return false;
      cursor = step.cursor;
    } while (cursor !== '0');
    return true;
  };

  return {
    read: (key) => guard(() => client.get(entryOf(key))),
    lock: async (key) => {
      const token = randomUUID();
      const answer = await guard(() =>
        client.set(lockOf(key), token, {
          condition: 'NX',
          expiration: { type: 'PX', value: leaseMs },
        }),
      );
      if (answer === undefined) return undefined;
      return answer === null ? 'taken' : lockHeld(key, token);
    },
    write: async (key, text, lifeMs) => {
      await guard(() =>
        client
          .multi()
          .set(entryOf(key), text, { expiration: { type: 'PX', value: lifeMs } })
          .del(lockOf(key))
          .exec(),
      );
    },
    clear: async (prefix) =>
      (await removeAll(lockOf(prefix))) && (await removeAll(entryOf(prefix))),
  };
};
