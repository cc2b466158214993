import type { Request } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';
import type { CostClass } from '../../contract/index.ts';
import { hourMs, minuteMs } from '../core/civil-time.ts';

/** What a caller may use of a cost class (docs/behaviour/http.md#limits). */
export interface CostLimits {
  /** Requests in a window. */
  requests: number;
  windowMs: number;
  /** Requests at the same time. */
  inFlight: number;
  /** Whether requests that are refused (4xx) do not count, for classes whose budget is small. */
  refusedAreFree?: true;
}

export const costClasses: Record<CostClass, CostLimits> = {
  read: { requests: 300, windowMs: minuteMs, inFlight: 20 },
  write: { requests: 60, windowMs: minuteMs, inFlight: 10 },
  upload: { requests: 20, windowMs: minuteMs, inFlight: 4 },
  download: { requests: 300, windowMs: minuteMs, inFlight: 8 },
  batch: { requests: 4, windowMs: minuteMs, inFlight: 2, refusedAreFree: true },
  submit: { requests: 10, windowMs: minuteMs, inFlight: 4, refusedAreFree: true },
  report: { requests: 120, windowMs: minuteMs, inFlight: 8 },
  ranking: { requests: 600, windowMs: minuteMs, inFlight: 100 },
  'group-ranking': { requests: 60, windowMs: minuteMs, inFlight: 4 },
  webhook: { requests: 1_200, windowMs: minuteMs, inFlight: 50 },
  generation: { requests: 3, windowMs: hourMs, inFlight: 1, refusedAreFree: true },
};

/** The same for the internal listener, where programs of operators call too. */
export const internalCosts = {
  'internal-read': { requests: 1_200, windowMs: minuteMs },
  'internal-write': { requests: 600, windowMs: minuteMs },
  'sign-in': { requests: 60, windowMs: minuteMs },
} satisfies Record<string, Pick<CostLimits, 'requests' | 'windowMs'>>;

/**
 * Who a request counts against: the token's subject, otherwise the address (IPv6: its /56 network).
 */
export const callerOf = (req: Request): string => {
  const actor = req.context?.actor ?? req.caller;
  return actor?.kind === 'person' ? `sub:${actor.subject}` : `ip:${addressOf(req)}`;
};

/** The address that a request counts against. */
export const addressOf = (req: Request): string => ipKeyGenerator(req.ip ?? '');
