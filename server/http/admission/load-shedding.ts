import type { Request } from 'express';
import { type Actor, hasRole } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import type { Metrics } from '../../telemetry/metrics.ts';

// The method follows CoDel (RFC 8289): there is overload if even the shortest wait of an interval is long.
// Only new callers are refused.

const tickMs = 50;
const samplesOfInterval = 2;
const targetMs = 100;
const retryAfterSeconds = 1;
/** How long a caller counts as served: longer than most readers take for a quiz. */
const periodMs = 300_000;
const maxCallers = 100_000;

interface Admission {
  sample: (waitMs: number) => void;
  /** Returns false for new callers under overload; a caller without a name is always new. */
  admits: (caller: string | undefined) => boolean;
  remember: (caller: string, now: number) => void;
}

/** Creates an admission; there is no overload while the shorter of the last two waits is at most 100 ms. */
export const createAdmission = (): Admission => {
  let waits: number[] = [];
  let known = new Set<string>();
  let earlier = known;
  let since = 0;
  return {
    sample: (waitMs) => {
      waits = [...waits, waitMs].slice(-samplesOfInterval);
    },
    admits: (caller) => {
      const isLate = waits.length === samplesOfInterval && Math.min(...waits) > targetMs;
      return !isLate || (caller !== undefined && (known.has(caller) || earlier.has(caller)));
    },
    remember: (caller, now) => {
      if (now - since > periodMs || known.size === maxCallers) {
        [earlier, known, since] = [known, new Set(), now];
      }
      known.add(caller);
    },
  };
};

/** Identifies a caller by the beginning of the token's signature; undefined without a token. */
export const callerOf = (authorization: string | undefined): string | undefined =>
  authorization?.split('.')[2]?.slice(0, 8) || undefined;

export interface LoadShedder {
  /** Checks a request before any work; admits unverified administrators. @throws AppError `unavailable` */
  check: (req: Request, cost: string) => void;
  /**
   * Checks a verified caller; admits administrators, and remembers only verified people, which forged tokens
   * cannot displace.
   */
  checkVerified: (req: Request, cost: string, actor: Actor) => void;
  /**
   * Counts served responses of the public listener; their rate gives an estimate of the wait for the pool.
   */
  countServed: () => void;
  stop: () => void;
}

/**
 * Samples the event loop's delay and the wait for the pool. The cached ranking is exempt: it is as cheap as
 * a refusal.
 */
export const createLoadShedder = (
  pool: () => { total: number; waiting: number },
  onRefusal: Metrics['rateLimited'],
): LoadShedder => {
  const admission = createAdmission();
  let served = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const elapsedMs = now - last;
    const { total, waiting } = pool();
    // It applies Little's law. A queue that is no longer than the pool is normal.
    const poolWaitMs = waiting <= total ? 0 : (waiting * elapsedMs) / Math.max(served, 1);
    admission.sample(Math.max(elapsedMs - tickMs, poolWaitMs));
    last = now;
    served = 0;
  }, tickMs);
  timer.unref();
  const check = (req: Request, cost: string, isSpared: () => boolean) => {
    if (cost === 'ranking' || admission.admits(callerOf(req.headers.authorization))) return;
    if (isSpared()) return;
    onRefusal('overload');
    throw new AppError('unavailable', { retryAfterSeconds });
  };
  return {
    check: (req, cost) => check(req, cost, () => claimsAdministrator(req)),
    checkVerified: (req, cost, actor) => {
      check(req, cost, () => hasRole(actor, 'admin'));
      const caller = callerOf(req.headers.authorization);
      if (caller !== undefined && actor.kind === 'person') admission.remember(caller, last);
    },
    countServed: () => {
      served += 1;
    },
    stop: () => clearInterval(timer),
  };
};

/** Checks an unverified claim; a forged one only reaches its verification. */
const claimsAdministrator = ({ headers }: Request): boolean => {
  const [, payload = ''] = headers.authorization?.split('.') ?? [];
  return Buffer.from(payload, 'base64url').includes('"admin"');
};
