import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import { minuteMs } from '../core/civil-time.ts';
import { AppError } from '../core/errors.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { addressOf } from './cost-classes.ts';

const windowMs = minuteMs;
const maxRefusals = 1_000;
const maxAddresses = 50_000;
const drainedBytesPerRefusal = 16_384;

/**
 * Limits what an address may have refused: invalid tokens, unknown paths and unread bodies, which
 * cost work without a caller.
 */
export interface RefusalLimit {
  /** @throws AppError `rate-limited` for every request of an address that is over the limit */
  check: (req: Request) => void;
  /** Counts a refused request and the bytes of its body that were read and dropped. */
  count: (req: Request, drainedBytes: number) => void;
}

/** Counts in this process. 1000 refusals a minute for each address. */
export const createRefusalLimit = (onRefusal: Metrics['rateLimited']): RefusalLimit => {
  const windows = new LRUCache<string, { refusals: number; endsAt: number }>({ max: maxAddresses });
  return {
    check: (req) => {
      const window = windows.size > 0 ? windows.get(addressOf(req)) : undefined;
      const leftMs = window && window.refusals >= maxRefusals ? window.endsAt - Date.now() : 0;
      if (leftMs <= 0) return;
      onRefusal('refused');
      throw new AppError('rate-limited', { retryAfterSeconds: Math.ceil(leftMs / 1_000) });
    },
    count: (req, drainedBytes) => {
      const address = addressOf(req);
      const now = Date.now();
      const known = windows.get(address);
      const window = known && known.endsAt > now ? known : { refusals: 0, endsAt: now + windowMs };
      window.refusals += 1 + Math.floor(drainedBytes / drainedBytesPerRefusal);
      windows.set(address, window);
    },
  };
};
