import type { Request } from 'express';
import { type Actor, hasRole } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import type { Metrics } from '../../telemetry/metrics.ts';

// After CoDel (RFC 8289): what counts is how long requests wait, and only if even the shortest wait
// of an interval is long. A queue that drains between bursts is not overload. New callers are
// refused, not requests, so that a reader who got the quiz can submit it.

const tickMs = 50;
const samplesOfInterval = 2;
const targetMs = 100;
const retryAfterSeconds = 1;
/**
 * A caller counts as served for this long to twice as long. Longer than most readers take for a
 * quiz.
 */
const periodMs = 300_000;
const maxCallers = 100_000;

/** Decides which callers a process that has more to do than it can serve in time still serves. */
export interface Admission {
  sample: (waitMs: number) => void;
  /**
   * Whether to serve a caller: new ones only while requests are served in time. A caller without a
   * name is always new.
   */
  admits: (caller: string | undefined) => boolean;
  remember: (caller: string, now: number) => void;
}

/**
 * Admits everybody while the shorter wait of the last two samples is at most 100 ms, and at other
 * times the callers of the last minutes.
 */
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

/** What tells callers apart: the beginning of the token's signature; undefined without one. */
export const callerOf = (authorization: string | undefined): string | undefined =>
  authorization?.split('.')[2]?.slice(0, 8) || undefined;

/** Refuses requests while this process has more to do than it can serve in time. */
export interface LoadShedder {
  /**
   * Spares who may be an administrator, by the token as it says itself.
   *
   * @throws AppError `unavailable`, before anything was done for the request
   */
  check: (req: Request, cost: string) => void;
  /**
   * The same once the token is verified, which then spares administrators alone, and from now on a
   * person who was admitted: invented tokens would push others out.
   */
  checkVerified: (req: Request, cost: string, actor: Actor) => void;
  /**
   * Counts a response of the public listener that was served, from which the wait for the
   * database's pool follows. The internal listener's statements wait for their part of the pool.
   */
  countServed: () => void;
  stop: () => void;
}

/**
 * Watches the delay of the event loop and the wait for a database connection. Spares the cached
 * ranking, which costs hardly more than a refusal, and administrators.
 *
 * @param pool the database's connections, and how many statements wait for one
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
    // Little's law. A queue that is no longer than the pool is normal.
    const poolWaitMs = waiting <= total ? 0 : (waiting * elapsedMs) / Math.max(served, 1);
    admission.sample(Math.max(elapsedMs - tickMs, poolWaitMs));
    last = now;
    served = 0;
  }, tickMs);
  timer.unref();
  const check = (req: Request, cost: string, isSpared: () => boolean) => {
    const caller = callerOf(req.headers.authorization);
    if (admission.admits(caller) || cost === 'ranking' || isSpared()) return;
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

/** Whether a token says so. A forged one only gets as far as its verification. */
const claimsAdministrator = ({ headers }: Request): boolean => {
  const [, payload = ''] = headers.authorization?.split('.') ?? [];
  return Buffer.from(payload, 'base64url').includes('"admin"');
};
