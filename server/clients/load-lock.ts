import { randomUUID } from 'node:crypto';
import type { Redis } from './redis.ts';

/** The right of one process to load an entry. */
export interface LoadLock {
  /**
   * Gives the lock back. False if it was no longer held: expired, taken over or revoked; undefined
   * if Redis did not reply.
   */
  release: () => Promise<boolean | undefined>;
}

const leaseMs = 15_000;

const releaseScript = `
  if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end
  return redis.call('del', KEYS[1])`;

/**
 * Takes a lock for 15 s at most; `taken` if another process holds it, undefined if Redis did not
 * reply.
 */
export const takeLock = async (
  { guard, client }: Pick<Redis, 'guard' | 'client'>,
  key: string,
): Promise<LoadLock | 'taken' | undefined> => {
  const token = randomUUID();
  const reply = await guard(() =>
    client.set(key, token, {
      condition: 'NX',
      expiration: { type: 'PX', value: leaseMs },
    }),
  );
  if (reply === undefined) return undefined;
  if (reply === null) return 'taken';
  let released: boolean | undefined;
  return {
    release: async () => {
      if (released !== undefined) return released;
      const deleted = await guard(() =>
        client.eval(releaseScript, { keys: [key], arguments: [token] }),
      );
      released = deleted === undefined ? undefined : deleted === 1;
      return released;
    },
  };
};
