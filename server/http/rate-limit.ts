import { hash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import {
  type ClientRateLimitInfo,
  MemoryStore,
  type Options,
  rateLimit,
  type Store,
} from 'express-rate-limit';
import { RedisStore } from 'rate-limit-redis';
import { z } from 'zod';
import type { Redis } from '../clients/redis.ts';
import { AppError } from '../core/errors.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { type CostLimits, callerOf, costClasses, internalCosts } from './cost-classes.ts';
import { callsOf } from './internal-caller.ts';
import { rulesOf } from './router.ts';

/**
 * Limits the requests of each caller in the cost class of the route, with the headers `RateLimit`,
 * `RateLimit-Policy` and `Retry-After`. Counts are shared through Redis; without Redis, or while it
 * is unreachable, each process counts alone.
 */
export const limitRate = (
  redis: Redis | undefined,
  onRefusal: Metrics['rateLimited'],
): RequestHandler => {
  const limiters = limitersOf(costClasses, redis, onRefusal);
  return (req, res, next) => {
    const limiter = limiters.get(rulesOf(req)?.cost ?? 'read');
    if (limiter) limiter(req, res, next);
    else next();
  };
};

/**
 * Limits the calls of each person to the internal listener, by reads and changes (a batch counts
 * its procedures); and, by address, requests that sign in.
 */
export const limitInternalRate = (
  redis: Redis | undefined,
  onRefusal: Metrics['rateLimited'],
): RequestHandler => {
  const limiters = limitersOf(internalCosts, redis, onRefusal);
  return (req, res, next) => {
    limiters.get(internalCostOf(req))?.(req, res, next);
  };
};

const internalCostOf = ({ baseUrl, method }: Request): keyof typeof internalCosts => {
  if (isUnder(baseUrl, '/console')) return 'sign-in';
  return method === 'GET' || method === 'HEAD' ? 'internal-read' : 'internal-write';
};

/** How much a request counts. */
const unitsOf = (req: Request): number => (isUnder(req.baseUrl, '/trpc') ? callsOf(req) : 1);

/** Express matches paths in any case. */
const isUnder = (baseUrl: string, path: string): boolean => baseUrl.toLowerCase().startsWith(path);

const limitersOf = (
  costs: Record<string, Pick<CostLimits, 'requests' | 'windowMs' | 'refusedAreFree'>>,
  redis: Redis | undefined,
  onRefusal: Metrics['rateLimited'],
): Map<string, RequestHandler> =>
  new Map(
    Object.entries(costs).map(([cost, limits]) => [
      cost,
      limiterOf(
        cost,
        limits,
        redis ? new SharedStore(redis, `leitor:rate:${cost}:`) : new MemoryStore(),
        onRefusal,
      ),
    ]),
  );

const limiterOf = (
  cost: string,
  {
    requests,
    windowMs,
    refusedAreFree,
  }: Pick<CostLimits, 'requests' | 'windowMs' | 'refusedAreFree'>,
  store: Store,
  onRefusal: Metrics['rateLimited'],
): RequestHandler => {
  // A hash: Redis then holds no e-mail.
  const keyOf = (req: Request) => hash('sha256', callerOf(req), 'base64url');
  const limiter = rateLimit({
    limit: requests,
    windowMs,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    identifier: cost,
    keyGenerator: keyOf,
    store,
    handler: (_req, _res, next) => {
      onRefusal(cost);
      next(new AppError('rate-limited'));
    },
  });
  return async (req, res, next) => {
    if (refusedAreFree) res.once('finish', () => uncountRefusal(req, res, store));
    const more = Array.from({ length: unitsOf(req) - 1 }, () => store.increment(keyOf(req)));
    if (more.length > 0) await Promise.all(more);
    limiter(req, res, next);
  };
};

/**
 * Takes a refused request off the caller's count. Not by the library's `skipFailedRequests`: that
 * also frees requests whose caller left and those that failed after their work was done.
 */
const uncountRefusal = (req: Request, res: Response, store: Store): void => {
  if (res.statusCode < 400 || res.statusCode >= 500) return;
  const counted = rateLimitInfo.safeParse(Reflect.get(req, 'rateLimit')).data;
  // In a new window there is nothing to take off.
  if (counted && counted.resetTime.getTime() > Date.now()) store.decrement(counted.key);
};

const rateLimitInfo = z.object({ key: z.string(), resetTime: z.date() });

/** Counts in Redis, or in this process while Redis is unreachable. */
class SharedStore implements Store {
  readonly #redis: Redis;
  readonly #prefix: string;
  readonly #own = new MemoryStore();
  #options: Options | undefined;
  #shared: Promise<RedisStore> | undefined;

  constructor(redis: Redis, prefix: string) {
    this.#redis = redis;
    this.#prefix = prefix;
  }

  init(options: Options): void {
    this.#options = options;
    this.#own.init(options);
  }

  async increment(key: string): Promise<ClientRateLimitInfo> {
    const counted = await this.#redis.guard(async () => (await this.#store()).increment(key));
    // The library keeps the failure to load a script, and would fail with it for ever.
    if (!counted) this.#shared = undefined;
    return counted ?? this.#own.increment(key);
  }

  async decrement(key: string): Promise<void> {
    await this.#redis.guard(async () => (await this.#store()).decrement(key));
    await this.#own.decrement(key);
  }

  async resetKey(key: string): Promise<void> {
    await this.#redis.guard(async () => (await this.#store()).resetKey(key));
    await this.#own.resetKey(key);
  }

  shutdown(): void {
    this.#own.shutdown();
  }

  /** The store in Redis, created when Redis is first reachable: creating it loads its scripts. */
  #store(): Promise<RedisStore> {
    this.#shared ??= this.#makeStore().catch((error) => {
      this.#shared = undefined;
      throw error;
    });
    return this.#shared;
  }

  async #makeStore(): Promise<RedisStore> {
    const store = new RedisStore({
      prefix: this.#prefix,
      sendCommand: (...command) => this.#redis.send(command),
    });
    if (this.#options) await store.init(this.#options);
    return store;
  }
}
