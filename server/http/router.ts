import type { AppRoute, ServerInferRequest, ServerInferResponses } from '@ts-rest/core';
import type { Request, Response } from 'express';
import type { RouteRules } from '../../contract/index.ts';
import type { Context } from '../context.ts';
import type { Caching } from './conditional.ts';
import { SerializedJson } from './json-body.ts';

declare global {
  namespace Express {
    interface Request {
      /** What the handler's services work with, once the request has passed the guards. */
      context?: Context;
      /** The bytes of the body, on routes whose body is signed. */
      rawBody?: Buffer;
    }
  }
}

/** A part of the contract: its routes by operation. */
export type RouteTable = Record<string, AppRoute & { metadata: RouteRules }>;

/** A 200 whose body is JSON already. */
interface SerializedResponse<T> {
  status: 200;
  json: SerializedJson<T>;
  caching?: Caching;
}

type BodyOf<R, Status> = Extract<R, { status: Status }> extends { body: infer B } ? B : never;

type Handler<R extends AppRoute> = (
  input: ServerInferRequest<R, Request['headers']> & { req: Request; res: Response },
) => Promise<ServerInferResponses<R> | SerializedResponse<BodyOf<ServerInferResponses<R>, 200>>>;

/** One handler an operation. */
export type Handlers<T extends RouteTable> = { [K in keyof T]: Handler<T[K]> };

/** Declares the handlers of a part of the contract; a missing one, or a status that is not declared, does not compile. */
export const implement = <T extends RouteTable>(_contract: T, handlers: Handlers<T>): Handlers<T> =>
  handlers;

/** The context of a request that has passed the guards. */
export const ctxOf = (req: Pick<Request, 'context'>): Context => {
  if (!req.context) throw new Error('the request has not passed the guards');
  return req.context;
};

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
export const serialized = <T>(...pieces: Buffer[]): SerializedResponse<T> => ({
  status: 200,
  json: new SerializedJson<T>(pieces),
});

/** As {@link serialized}, for JSON that many responses share. */
export const reusable = <T>(bytes: Buffer): SerializedResponse<T> => ({
  status: 200,
  json: new SerializedJson<T>([bytes], { shared: true }),
});

/**
 * Makes 200 responses with data whose body is serialised once for each value: for values that are cached and never change.
 * `toWire` maps a value to the API's fields.
 */
export const okOnce = <Value extends object, Data>(toWire: (value: Value) => Data) => {
  const responses = new WeakMap<Value, SerializedResponse<{ success: true; data: Data }>>();
  return (value: Value): SerializedResponse<{ success: true; data: Data }> => {
    const known = responses.get(value);
    if (known) return known;
    const { body } = ok(toWire(value));
    const response = reusable<typeof body>(Buffer.from(JSON.stringify(body)));
    responses.set(value, response);
    return response;
  };
};

/** The response with an entity tag and a lifetime in caches; a caller who has a current copy gets 304 instead. */
export const cacheable = <R extends { status: 200 }>(response: R, caching: Caching) => ({
  ...response,
  caching,
});
