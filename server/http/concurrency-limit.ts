import type { RequestHandler } from 'express';
import { AppError } from '../errors.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { callerOf, costClasses } from './cost-classes.ts';
import { rulesOf } from './router.ts';

const retryAfterSeconds = 1;

/**
 * Limits how many requests of a cost class a caller has in flight in this process: a request counts
 * until its response is sent or its connection closes, so that responses that nobody reads count
 * too.
 */
export const limitConcurrency = (onRefusal: Metrics['rateLimited']): RequestHandler => {
  const inFlight = new Map<string, number>();
  return (req, res, next) => {
    // The caller left before, while it was authenticated: no close would end the count.
    if (res.closed) return;
    const cost = rulesOf(req)?.cost ?? 'read';
    const key = `${cost} ${callerOf(req)}`;
    const running = inFlight.get(key) ?? 0;
    if (running >= costClasses[cost].inFlight) {
      onRefusal(cost);
      throw new AppError('rate-limited', { retryAfterSeconds });
    }
    inFlight.set(key, running + 1);
    res.once('close', () => {
      const left = (inFlight.get(key) ?? 1) - 1;
      if (left > 0) inFlight.set(key, left);
      else inFlight.delete(key);
    });
    next();
  };
};
