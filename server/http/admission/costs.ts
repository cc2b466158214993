import { isIPv6 } from 'node:net';
import type { Request } from 'express';
import ipaddr from 'ipaddr.js';
import type { CostClass } from '../../../contract/index.ts';
import { hourMs, minuteMs } from '../../core/civil-time.ts';
import { rulesOf } from '../router.ts';

/** Limits of a cost class (docs/behaviour/http.md#limits). */
export interface CostLimits {
  /** The number of requests, or calls in batches, for each window. */
  units: number;
  windowMs: number;
  inFlight: number;
  /** Counts only in this process, for work that costs no more than a Redis command. */
  local?: true;
  /** Classes with this name share one count of requests in flight. */
  sharedInFlight?: string;
  /** Counts by the `token` of the address, because mail servers call for many people. */
  byToken?: true;
  /** Refused requests (4xx) do not count: for classes with a small budget. */
  refusedAreFree?: true;
}

export type Cost =
  | CostClass
  | 'internal-read'
  | 'internal-write'
  | 'sign-in'
  | 'events'
  | 'original'
  | 'backup'
  | 'page'
  | 'unsubscribe'
  | 'metrics';

export const costs: Record<Cost, CostLimits> = {
  read: { units: 300, windowMs: minuteMs, inFlight: 20 },
  write: { units: 60, windowMs: minuteMs, inFlight: 10 },
  upload: { units: 20, windowMs: minuteMs, inFlight: 4 },
  download: { units: 300, windowMs: minuteMs, inFlight: 8 },
  batch: { units: 4, windowMs: minuteMs, inFlight: 2, refusedAreFree: true },
  submit: { units: 10, windowMs: minuteMs, inFlight: 4, refusedAreFree: true },
  report: { units: 120, windowMs: minuteMs, inFlight: 8 },
  ranking: { units: 600, windowMs: minuteMs, inFlight: 100 },
  'group-ranking': { units: 60, windowMs: minuteMs, inFlight: 4 },
  webhook: { units: 1_200, windowMs: minuteMs, inFlight: 50 },
  generation: { units: 3, windowMs: hourMs, inFlight: 1, refusedAreFree: true },
  // Operators' programs also use this class; it allows two full batches at once.
  'internal-read': { units: 1_200, windowMs: minuteMs, inFlight: 40, sharedInFlight: 'internal' },
  'internal-write': { units: 600, windowMs: minuteMs, inFlight: 40, sharedInFlight: 'internal' },
  'sign-in': { units: 60, windowMs: minuteMs, inFlight: 20 },
  events: { units: 600, windowMs: minuteMs, inFlight: 20 },
  original: { units: 60, windowMs: minuteMs, inFlight: 4 },
  backup: { units: 10, windowMs: hourMs, inFlight: 1 },
  // A page of the console loads dozens of files, and behind a proxy many people share an address.
  page: { units: 3_000, windowMs: minuteMs, inFlight: 100, local: true },
  unsubscribe: { units: 60, windowMs: minuteMs, inFlight: 4, byToken: true },
  metrics: { units: 600, windowMs: minuteMs, inFlight: 8, local: true },
};

export const costOfRoute = (req: Request): Cost => rulesOf(req)?.cost ?? 'read';

export const maxBatch = 20;

/** Counts the calls of a request; stops at one more than is allowed. */
export const callsOf = ({ path }: Pick<Request, 'path'>): number => {
  let calls = 1;
  for (const _ of path.matchAll(/,|%2c/gi)) {
    calls += 1;
    if (calls > maxBatch) break;
  }
  return calls;
};

/** Returns the token's subject, otherwise the address. */
export const callerOf = (req: Request, { byToken }: Pick<CostLimits, 'byToken'>): string => {
  if (byToken) return `token:${req.query.token}`;
  const actor = req.context?.actor;
  return actor?.kind === 'person' ? `sub:${actor.subject}` : `ip:${addressOf(req)}`;
};

/** Returns the client's address; for IPv6, its /56 network. */
export const addressOf = ({ ip = '' }: Pick<Request, 'ip'>): string => {
  if (!isIPv6(ip)) return ip;
  const address = ipaddr.process(ip);
  return address instanceof ipaddr.IPv6
    ? address.parts
        .slice(0, 4)
        .map((part, place) => (place === 3 ? part >> 8 : part))
        .join(':')
    : address.toString();
};
