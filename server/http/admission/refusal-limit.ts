import type { Request } from 'express';
import { minuteMs } from '../../core/civil-time.ts';
import { AppError } from '../../core/errors.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { addressOf } from './costs.ts';
import { createWindows } from './rate-windows.ts';

const maxRefusals = 1_000;
const drainedBytesPerRefusal = 16_384;

/** Limits an address's invalid tokens, unknown paths and unread bodies, which have no known caller. */
export interface RefusalLimit {
  /** Checks an address. @throws AppError `rate-limited` if it is over the limit */
  check: (req: Request) => void;
  /** Counts a refused request and the dropped bytes of its body. */
  count: (req: Request, drainedBytes: number) => void;
}

/** Creates a limit of 1000 refusals a minute for each address, counted in this process. */
export const createRefusalLimit = (onRefusal: Metrics['rateLimited']): RefusalLimit => {
  const windows = createWindows();
  return {
    check: (req) => {
      const window = windows.find(addressOf(req));
      if (!window || window.units < maxRefusals) return;
      onRefusal('refused');
      const leftMs = window.endsAt - Date.now();
      throw new AppError('rate-limited', { retryAfterSeconds: Math.ceil(leftMs / 1_000) });
    },
    count: (req, drainedBytes) => {
      const refusals = 1 + Math.floor(drainedBytes / drainedBytesPerRefusal);
      windows.add(addressOf(req), refusals, minuteMs);
    },
  };
};
