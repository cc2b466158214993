import type { Request, RequestHandler } from 'express';
import {
  type ClientRateLimitInfo,
  ipKeyGenerator,
  MemoryStore,
  type Options,
  rateLimit,
  type Store,
} from 'express-rate-limit';
import { RedisStore } from 'rate-limit-redis';
import type { CostClass } from '../../contract/index.ts';
import type { Redis } from '../clients/redis.ts';
import { AppError } from '../errors.ts';
import type { Measures } from '../observe/measures.ts';

const minute = 60_000;

/** How many requests of each cost class a caller may send: per minute, but for generation. */
const limits: Record<CostClass, { limit: number; windowMs: number }> = {
  read: { limit: 300, windowMs: minute },
  write: { limit: 60, windowMs: minute },
  upload: { limit: 20, windowMs: minute },
  batch: { limit: 4, windowMs: minute },
  submit: { limit: 10, windowMs: minute },
  ranking: { limit: 60, windowMs: minute },
  generation: { limit: 3, windowMs: 60 * minute },
};

/**
 * Limits each caller (by subject, else by address) within the cost class of the route, with the headers `RateLimit`,
 * `RateLimit-Policy` and `Retry-After`. Counts are shared through Redis where there is one; while Redis is away each process
 * counts for itself.
 *
 * @param tell told of each refusal
 */
export const limitRate = (
  redis: Redis | undefined,
  tell: Measures['rateLimited'],
): RequestHandler => {
  const limiters = new Map(
    Object.entries(limits).map(([cost, { limit, windowMs }]) => [
      cost,
      rateLimit({
        limit,
        windowMs,
        standardHeaders: 'draft-8',
        legacyHeaders: false,
        identifier: cost,
        keyGenerator: callerOf,
        handler: (_req, _res, next) => {
          tell(cost);
          next(new AppError('rate-limited'));
        },
        ...(redis && { store: new SharedStore(redis, `leitor:rate:${cost}:`) }),
      }),
    ]),
  );
  return (req, res, next) => {
    const limiter = limiters.get(req.rules?.cost ?? 'read');
    return limiter ? limiter(req, res, next) : next();
  };
};

const callerOf = (req: Request): string => {
  const actor = req.context?.actor;
  if (actor?.kind === 'person') return `sub:${actor.subject}`;
  return `ip:${ipKeyGenerator(req.ip ?? '')}`;
};

/** Counts in Redis; while Redis does not answer, counts in this process. */
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

  /** The store in Redis, made at the first use that finds Redis there: making it loads its scripts. */
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
