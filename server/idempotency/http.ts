import type { Request } from 'express';
import { z } from 'zod';
import { anybody, inTransaction, type TxContext } from '../core/context.ts';
import { type Contract, ctxOf, rulesOf } from '../http/router.ts';
import { keyFingerprint, seal, unseal } from './sealed.ts';
import { hashOf, type KeyOwner, runOnce, type StoredResponse } from './service.ts';

declare global {
  namespace Express {
    interface Request {
      /**
       * Stores the response in the transaction of its effect; if it is not called, that happens after the
       * handler.
       */
      storeResponse?: (tx: TxContext, response: StoredResponse, bodyHash?: Buffer) => Promise<void>;
    }
  }
}

type KeyedRequest = Pick<Request, 'context' | 'tsRestRoute' | 'get'>;

/** Parameters as the contract parses them: `/01/` and `/1/` are the same. */
type Params = Readonly<Record<string, unknown>>;

const keyOf = (req: KeyedRequest): string | undefined => req.get('idempotency-key');

/** Returns undefined without a key. All callers of public routes share one owner. */
export const keyOwnerOf = (req: KeyedRequest, params: Params): KeyOwner | undefined => {
  const key = keyOf(req);
  if (key === undefined) return undefined;
  const { actor } = ctxOf(req);
  return {
    caller: actor.kind === 'person' ? actor.subject : '',
    path: pathOf(req, params),
    key: rulesOf(req)?.secret ? keyFingerprint(key) : key,
  };
};

/** Builds the path that an erasure uses to find a ticket's keys. */
const pathOf = ({ tsRestRoute }: KeyedRequest, params: Params): string => {
  if (!tsRestRoute) throw new Error('the request has no route');
  return tsRestRoute.path.replaceAll(/:(\w+)/g, (_, name) =>
    encodeURIComponent(String(params[name])),
  );
};

interface HandlerInput {
  req: Request;
  params: Params;
  body: unknown;
}

type Handler = (input: HandlerInput) => Promise<StoredResponse>;

const mapHandlers = <H extends object>(
  handlers: H,
  map: (operation: string, handle: Handler) => Handler,
): H =>
  Object.fromEntries(
    Object.entries(handlers).map(([operation, handle]) => [operation, map(operation, handle)]),
  ) as H;

/**
 * Runs handlers of keyed routes once: a repeated request within 24 hours gets the stored response, marked
 * with `Idempotent-Replayed`. `readHashes` reads the body hash of a repeated upload.
 */
export const runningOnce = <H extends object>(
  contract: Contract,
  handlers: H,
  readHashes: Partial<Record<string, (req: Request) => Promise<Buffer>>> = {},
): H =>
  mapHandlers(handlers, (operation, handle) => {
    const route = contract[operation];
    if (!route?.metadata.keyed) return handle;
    const readHash = readHashes[operation];
    return async (input) => {
      const { req, params, body } = input;
      const key = keyOf(req);
      const owner = keyOwnerOf(req, params);
      if (key === undefined || !owner) return handle(input);
      const ctx = ctxOf(req);
      anybody(ctx);
      const { secret } = route.metadata;
      const once = {
        owner,
        bodyHash: readHash ? () => readHash(req) : hashOf(body),
        write: async (response: StoredResponse) =>
          secret ? { ...response, body: await seal(response.body, key) } : response,
        read: async ({ status, body: stored }: StoredResponse) => {
          req.res?.set('Idempotent-Replayed', 'true');
          return {
            status,
            body: z
              .instanceof(z.ZodType)
              .parse(route.responses[status])
              .parse(secret ? await unseal(stored, key) : stored),
          };
        },
      };
      return runOnce(ctx, once, (store) => {
        req.storeResponse = store;
        return handle(input);
      });
    };
  });

/** Commits the response with the effect, for handlers that are one transaction. They may run three times. */
export const storedWithEffect = <H extends object>(handlers: H): H =>
  mapHandlers(handlers, (_, handle) => async (input) => {
    const { req } = input;
    const { storeResponse } = req;
    if (!storeResponse) return handle(input);
    const ctx = ctxOf(req);
    anybody(ctx);
    try {
      return await inTransaction(ctx, async (tx) => {
        req.context = tx;
        const response = await handle(input);
        await storeResponse(tx, response);
        return response;
      });
    } finally {
      req.context = ctx;
    }
  });
