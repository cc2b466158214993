import { hash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { Redis } from '../../clients/redis.ts';
import {
  type Actor,
  type BaseContext,
  type Context,
  refuseOutsideDomains,
} from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { domainOf } from '../router.ts';
import { refuseNul } from '../url.ts';
import type { ActorOf } from './callers.ts';
import { type Cost, type CostLimits, callerOf, callsOf, costs, maxBatch } from './costs.ts';
import type { LoadShedder } from './load-shedding.ts';
import { addShared, createWindows, type Window } from './rate-windows.ts';
import { createRefusalLimit, type RefusalLimit } from './refusal-limit.ts';

/** A handler with its cost class; `free` means the same small work for every request. */
export interface Declared extends RequestHandler {
  cost: Cost | ((req: Request) => Cost) | 'free';
}

export const free = (handler: RequestHandler): Declared =>
  Object.assign(handler, { cost: 'free' as const });

/** The gate of all routes except {@link free} ones; a test fails for a route without it. */
export interface Gate {
  /** Checks address, overload, batch size, right and limits, in this order; then sets the context. */
  admit: (cost: Exclude<Declared['cost'], 'free'>, actorOf: ActorOf) => Declared;
  /** Admits a request that calls up to 20 procedures: each one is a unit. */
  admitCalls: Gate['admit'];
  /** Undefined if there are no limits. */
  countRefusal: RefusalLimit['count'] | undefined;
}

interface GateParts {
  base: BaseContext;
  config: { rateLimit: boolean };
  redis: Redis | undefined;
  onRefusal: Metrics['rateLimited'];
  /** Without it, no load is shed. */
  loadShedder?: LoadShedder | undefined;
}

const inFlightRetrySeconds = 1;

export const openGate = ({ base, config, redis, onRefusal, loadShedder }: GateParts): Gate => {
  const refusals = config.rateLimit ? createRefusalLimit(onRefusal) : undefined;
  const own = createWindows();
  const inFlight = new Map<string, number>();

  const refuse = (cost: Cost, retryAfterSeconds: number): never => {
    onRefusal(cost);
    throw new AppError('rate-limited', { retryAfterSeconds });
  };

  /**
   * Counts until the response is sent or the connection closes, because unread responses use resources too.
   */
  const holdInFlight = (res: Response, cost: Cost, caller: string, units: number): void => {
    const limits: CostLimits = costs[cost];
    const key = `${limits.sharedInFlight ?? cost} ${caller}`;
    const held = inFlight.get(key) ?? 0;
    if (held + units > limits.inFlight) refuse(cost, inFlightRetrySeconds);
    inFlight.set(key, held + units);
    res.once('close', () => {
      const left = (inFlight.get(key) ?? units) - units;
      if (left > 0) inFlight.set(key, left);
      else inFlight.delete(key);
    });
  };

  const countUnits = async (res: Response, cost: Cost, caller: string, units: number) => {
    const limits: CostLimits = costs[cost];
    // The key is a hash, so that Redis stores no e-mail.
    const key = `${cost}:${hash('sha256', caller, 'base64url')}`;
    const add = async (more: number): Promise<Window> =>
      limits.local
        ? own.add(key, more, limits.windowMs)
        : addShared(redis, own, [key, more, limits.windowMs]);
    const window = await add(units);
    if (limits.refusedAreFree) {
      // Only refusals give the units back; failures and callers who left do not.
      res.once('finish', () => {
        const isRefused = res.statusCode >= 400 && res.statusCode < 500;
        if (isRefused && window.endsAt > Date.now()) void add(-units);
      });
    }
    const resetSeconds = Math.max(0, Math.ceil((window.endsAt - Date.now()) / 1_000));
    res.setHeader('RateLimit-Policy', `"${cost}"; q=${limits.units}; w=${limits.windowMs / 1_000}`);
    res.setHeader(
      'RateLimit',
      `"${cost}"; r=${Math.max(0, limits.units - window.units)}; t=${resetSeconds}`,
    );
    if (window.units > limits.units) refuse(cost, resetSeconds);
  };

  const admitting =
    (unitsOf: (req: Request) => number, channel: Context['request']['channel']): Gate['admit'] =>
    (declared, actorOf) => {
      const admit: RequestHandler = async (req, res, next) => {
        refuseNul(req);
        const cost = typeof declared === 'function' ? declared(req) : declared;
        refusals?.check(req);
        loadShedder?.check(req, cost);
        const units = unitsOf(req);
        if (units > maxBatch) {
          throw new AppError('invalid-request', {
            detail: `a batch has at most ${maxBatch} calls`,
          });
        }
        const actor = await actorOf(req);
        loadShedder?.checkVerified(req, cost, actor);
        // Procedures check their domains themselves, because a batch has several.
        if (channel === 'http') refuseOutsideDomains(actor, domainOf(req));
        req.context = contextOf(req, base, actor, channel);
        if (config.rateLimit) {
          // If the caller left during authentication, no `close` event would release what is in flight.
          if (res.closed) return;
          const caller = callerOf(req, costs[cost]);
          holdInFlight(res, cost, caller, units);
          await countUnits(res, cost, caller, units);
        }
        next();
      };
      return Object.assign(admit, { cost: declared });
    };

  return {
    admit: admitting(() => 1, 'http'),
    admitCalls: admitting(callsOf, 'trpc'),
    countRefusal: refusals?.count,
  };
};

const contextOf = (
  req: Request,
  base: BaseContext,
  actor: Actor,
  channel: Context['request']['channel'],
): Context => ({
  ...base,
  actor,
  request: {
    channel,
    ...(channel === 'trpc' && { client: clientOf(req) }),
    id: req.id,
    readsOnly: req.method === 'GET' || req.method === 'HEAD',
  },
  log: req.log,
});

/** Returns `X-Leitor-Client`, an unverified claim for the audit trail. */
export const clientOf = (req: Request): string | undefined =>
  /^[\w.-]{1,40}$/.exec(req.get('x-leitor-client') ?? '')?.[0];
