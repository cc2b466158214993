import type { Request } from 'express';
import { AppError } from '../errors.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { rulesOf } from './router.ts';

// After CoDel and PIE (RFC 8289, RFC 8033): what counts is how long requests wait, and only if even the shortest wait of an interval is
// long. A queue that drains between bursts is not overload. Callers are refused, not requests, so that a reader who got the
// quiz can submit it.

const tickMs = 50;
const ticksInInterval = 2;
const targetMs = 50;
const maxWaitMs = 1_000;
const maxShare = 0.98;
// Changes of the share a sample. It rises by up to 0.1, and falls slowly: a fall by as much would let the queue come back at once.
const gain = 0.0005;
const trendGain = 0.002;
const maxRise = 0.1;
const fall = 0.005;
const retryAfterSeconds = 1;
/** Longer than most readers take for a quiz. */
const periodMs = 300_000;
/** Moves every caller's place so that neighbours of one period are far apart from those of the next. */
const goldenRatio = 0.618_033_988_75;

/** Decides which share of the callers to refuse. */
export interface ShareController {
  /** Takes a sample of the waiting time in milliseconds, about every 50 ms. */
  sample: (waitMs: number) => void;
  /** Whether to refuse a caller with this place, from 0 to 1: the lowest places are refused first. */
  refuses: (place: number) => boolean;
}

/** Starts with a share of 0. The share rises while the shorter wait of the last two samples is over 50 ms, and falls below it. */
export const createShareController = (): ShareController => {
  let share = 0;
  let samples: number[] = [];
  let previous = 0;
  return {
    sample: (waitMs) => {
      samples = [...samples, Math.min(waitMs, maxWaitMs)].slice(-ticksInInterval);
      const shortest = samples.length < ticksInInterval ? 0 : Math.min(...samples);
      const excess = shortest - targetMs;
      const change = excess > 0 ? Math.min(maxRise, gain * excess) : -fall;
      const trend = trendGain * (shortest - previous);
      share = Math.min(maxShare, Math.max(0, share + change + trend));
      previous = shortest;
    },
    refuses: (place) => place < share,
  };
};

/**
 * The caller's place from 0 to 1 at a moment: by the signature of the token, the same for five minutes and then another. Without a token it
 * is random.
 */
export const placeOf = (authorization: string | undefined, now: number): number => {
  const signature = authorization?.split('.')[2];
  if (!signature) return Math.random();
  const bytes = Buffer.alloc(4);
  bytes.write(signature, 'base64url');
  return (bytes.readUInt32LE() / 2 ** 32 + Math.floor(now / periodMs) * goldenRatio) % 1;
};

/** Refuses requests while this process has more to do than it can serve in time. */
export interface LoadShedder {
  /** @throws AppError `unavailable`, before anything was done for the request */
  check: (req: Request) => void;
  /** Counts a response that was served, from which the wait for the database's pool follows. */
  countServed: () => void;
  stop: () => void;
}

/**
 * Watches the delay of the event loop and the wait for a database connection. Spares the cached ranking, which costs hardly more than a
 * refusal, and callers who may be administrators: whether they are, authentication decides.
 *
 * @param pool the database's connections, and how many statements wait for one
 */
export const createLoadShedder = (
  pool: () => { total: number; waiting: number },
  onRefusal: Metrics['rateLimited'],
): LoadShedder => {
  const controller = createShareController();
  let served = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const elapsedMs = now - last;
    const { total, waiting } = pool();
    // Little's law. A queue that is no longer than the pool is normal.
    const poolWaitMs = waiting <= total ? 0 : (waiting * elapsedMs) / Math.max(served, 1);
    controller.sample(Math.max(elapsedMs - tickMs, poolWaitMs));
    last = now;
    served = 0;
  }, tickMs);
  timer.unref();
  return {
    check: (req) => {
      if (!controller.refuses(placeOf(req.headers.authorization, Date.now()))) return;
      if (rulesOf(req)?.cost === 'ranking' || mayBeAdministrator(req)) return;
      onRefusal('overload');
      throw new AppError('unavailable', { retryAfterSeconds });
    },
    countServed: () => {
      served += 1;
    },
    stop: () => clearInterval(timer),
  };
};

/** By the unverified token: a forged one only gets as far as its authentication. */
const mayBeAdministrator = ({ headers }: Request): boolean => {
  const [, payload = ''] = headers.authorization?.split('.') ?? [];
  return Buffer.from(payload, 'base64url').includes('"admin"');
};
