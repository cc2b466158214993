import { createHash } from 'node:crypto';
import type { AppRoute } from '@ts-rest/core';
import { initServer } from '@ts-rest/express';
import type { Request } from 'express';
import type { RouteRules } from '../../contract/index.ts';
import type { Context } from '../context.ts';
import { type JsonHeaders, SerializedJson } from './json-body.ts';

type ContractRoute = AppRoute & { metadata: RouteRules };

/** A part of the contract: its routes by operation. */
export type Contract = Record<string, ContractRoute>;

declare global {
  namespace Express {
    interface Request {
      /** The contract's route that the request matched. */
      tsRestRoute?: ContractRoute;
      /** What the handler's services work with, once the request has passed the guards. */
      context?: Context;
      /** The bytes of the body, on routes whose body is signed. */
      rawBody?: Buffer;
    }
  }
}

/** Declares the handlers of a part of the contract; a missing one, or a status that is not declared, does not compile. */
export const implement = initServer().router;

/** The context of a request that has passed the guards. */
export const ctxOf = (req: Pick<Request, 'context'>): Context => {
  if (!req.context) throw new Error('the request has not passed the guards');
  return req.context;
};

/** The rules of the route that a request matched. */
export const rulesOf = (req: Pick<Request, 'tsRestRoute'>): RouteRules | undefined =>
  req.tsRestRoute?.metadata;

/** 200 with data. */
export const ok = <T>(data: T) => ({
  status: 200 as const,
  body: { success: true as const, data },
});

/** 200 with a text and data. */
export const okWith = <T>(message: string, data: T) => ({
  status: 200 as const,
  body: { success: true as const, message, data },
});

/** 201 with data. */
export const created = <T>(data: T) => ({
  status: 201 as const,
  body: { success: true as const, data },
});

/** 201 with a text and data. */
export const createdWith = <T>(message: string, data: T) => ({
  status: 201 as const,
  body: { success: true as const, message, data },
});

/** 202 with a text. */
export const accepted = (message: string) => ({
  status: 202 as const,
  body: { success: true as const, message },
});

/** 200 with a text alone. */
export const done = (message: string) => ({
  status: 200 as const,
  body: { success: true as const, message },
});

/** 200 with a body that is JSON of a `T` already: sent as it is, not serialised again. */
export const serialized = <T>(...pieces: Buffer[]): { status: 200; body: T } => ({
  status: 200,
  body: new SerializedJson(pieces) as T,
});

/** As {@link serialized}, for JSON that many responses share. */
export const reusable = <T>(bytes: Buffer, headers: JsonHeaders): { status: 200; body: T } => ({
  status: 200,
  body: new SerializedJson([bytes], { shared: true, headers }) as T,
});

/**
 * Makes 200 responses with data whose body is serialised, and its entity tag computed, once for each value: for values that are cached
 * and never change. `toWire` maps a value to the API's fields.
 */
export const okOnce = <Value extends object, Data>(toWire: (value: Value) => Data) => {
  type Body = { success: true; data: Data };
  const responses = new WeakMap<Value, { status: 200; body: Body }>();
  return (value: Value) => {
    const known = responses.get(value);
    if (known) return known;
    const bytes = Buffer.from(JSON.stringify(ok(toWire(value)).body));
    const response = reusable<Body>(bytes, {
      ETag: tagOf(bytes),
      'Cache-Control': 'private, no-cache',
    });
    responses.set(value, response);
    return response;
  };
};

const tagOf = (bytes: Buffer): string =>
  `"${createHash('sha256').update(bytes).digest('base64url')}"`;
