import type { Request, RequestHandler } from 'express';
import { AppError } from '../core/errors.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { callerOf, costClasses } from './cost-classes.ts';
import { callsOf } from './internal-caller.ts';
import { rulesOf } from './router.ts';

const retryAfterSeconds = 1;
/** Calls of procedures of a person at the same time: two full batches. */
const maxCalls = 40;

/** What a request has in flight, in which class, and how much of it a caller may have. */
interface Load {
  cost: string;
  count: number;
  max: number;
}

/**
 * Limits how many requests of a cost class a caller has in flight in this process: a request counts
 * until its response is sent or its connection closes, so that responses that nobody reads count
 * too.
 */
export const limitConcurrency = (onRefusal: Metrics['rateLimited']): RequestHandler =>
  limitInFlight(onRefusal, (req) => {
    const cost = rulesOf(req)?.cost ?? 'read';
    return { cost, count: 1, max: costClasses[cost].inFlight };
  });

/** The same for the internal API, by calls of procedures: a batch holds many. */
export const limitCalls = (onRefusal: Metrics['rateLimited']): RequestHandler =>
  limitInFlight(onRefusal, (req) => ({
    cost: 'internal-calls',
    count: callsOf(req),
    max: maxCalls,
  }));

const limitInFlight = (
  onRefusal: Metrics['rateLimited'],
  loadOf: (req: Request) => Load,
): RequestHandler => {
  const inFlight = new Map<string, number>();
  return (req, res, next) => {
    // The caller left before, while it was authenticated: no close would end the count.
    if (res.closed) return;
    const { cost, count, max } = loadOf(req);
    const key = `${cost} ${callerOf(req)}`;
    const running = inFlight.get(key) ?? 0;
    if (running + count > max) {
      onRefusal(cost);
      throw new AppError('rate-limited', { retryAfterSeconds });
    }
    inFlight.set(key, running + count);
    res.once('close', () => {
      const left = (inFlight.get(key) ?? count) - count;
      if (left > 0) inFlight.set(key, left);
      else inFlight.delete(key);
    });
    next();
  };
};
