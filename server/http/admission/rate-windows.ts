import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Redis } from '../../clients/redis.ts';

export interface Window {
  units: number;
  endsAt: number;
}

/** Counts units in windows; a key's first unit starts its window. */
export interface Windows {
  find: (key: string) => Window | undefined;
  /** Adds units; a negative number takes them back. */
  add: (key: string, units: number, windowMs: number) => Window;
}

/** Creates windows of this process for the latest `max` keys. */
export const createWindows = (max = 50_000): Windows => {
  const windows = new LRUCache<string, Window>({ max });
  const find = (key: string) => {
    const window = windows.size > 0 ? windows.get(key) : undefined;
    return window && window.endsAt > Date.now() ? window : undefined;
  };
  return {
    find,
    add: (key, units, windowMs) => {
      const window = find(key) ?? { units: 0, endsAt: Date.now() + windowMs };
      window.units = Math.max(0, window.units + units);
      windows.set(key, window);
      return window;
    },
  };
};

const addUnits = `
local units = redis.call('INCRBY', KEYS[1], ARGV[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  left = tonumber(ARGV[2])
  redis.call('PEXPIRE', KEYS[1], left)
end
return {units, left}`;

const reply = z.tuple([z.number(), z.number()]);

/** Counts in Redis for all processes; while Redis is unreachable, in this process. */
export const addShared = async (
  redis: Redis | undefined,
  own: Windows,
  [key, units, windowMs]: Parameters<Windows['add']>,
): Promise<Window> => {
  const sent = ['EVAL', addUnits, '1', `leitor:rate:${key}`, String(units), String(windowMs)];
  const counted = await redis?.guard(async () => reply.parse(await redis.send(sent)));
  if (!counted) return own.add(key, units, windowMs);
  const [sum, left] = counted;
  return { units: sum, endsAt: Date.now() + left };
};
