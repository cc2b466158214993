import { hash } from 'node:crypto';
import type { AppRoute } from '@ts-rest/core';
import { initServer } from '@ts-rest/express';
import type { Request, Response } from 'express';
import { contract, operationDomains, type RouteRules } from '../../contract/index.ts';
import type { Context } from '../core/context.ts';

type ContractRoute = AppRoute & { metadata: RouteRules };

export type Contract = Record<string, ContractRoute>;

declare global {
  namespace Express {
    interface Request {
      tsRestRoute?: ContractRoute;
      /** Set after the request has passed the guards. */
      context?: Context;
      /** Set on routes whose body is signed. */
      rawBody?: Buffer;
    }
  }
}

/** Implements a contract; a missing handler or an undeclared status does not compile. */
export const implement = initServer().router;

export const ctxOf = (req: Pick<Request, 'context'>): Context => {
  if (!req.context) throw new Error('the request has not passed the guards');
  return req.context;
};

export const rulesOf = (req: Pick<Request, 'tsRestRoute'>): RouteRules | undefined =>
  req.tsRestRoute?.metadata;

const domains = new Map<AppRoute | undefined, string | undefined>(
  Object.entries(contract).map(([operation, route]) => [route, operationDomains.get(operation)]),
);

/** Returns the domain of a public operation; undefined for other routes. */
export const domainOf = ({ tsRestRoute }: Pick<Request, 'tsRestRoute'>): string | undefined =>
  domains.get(tsRestRoute);

export const ok = <T>(data: T) => ({
  status: 200 as const,
  body: { success: true as const, data },
});

export const okWith = <T>(message: string, data: T) => ({
  status: 200 as const,
  body: { success: true as const, message, data },
});

export const created = <T>(data: T) => ({
  status: 201 as const,
  body: { success: true as const, data },
});

export const createdWith = <T>(message: string, data: T) => ({
  status: 201 as const,
  body: { success: true as const, message, data },
});

export const accepted = (message: string) => ({
  status: 202 as const,
  body: { success: true as const, message },
});

export const done = (message: string) => ({
  status: 200 as const,
  body: { success: true as const, message },
});

/** Responds with an entity tag of what is sent; Express sends 304 to a caller that has it. */
export const okTagged = <T>(res: Response, data: T) => {
  const tag = hash('sha256', JSON.stringify(data), 'base64url');
  res.set({ ETag: `"${tag}"`, 'Cache-Control': 'private, no-cache' });
  return ok(data);
};
