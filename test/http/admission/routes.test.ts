import express, { type RequestHandler } from 'express';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { contract } from '../../../contract/index.ts';
import { consoleAttachments } from '../../../server/attachments/http.ts';
import { parseConfig } from '../../../server/config/config.ts';
import type { AppParts } from '../../../server/listeners/app-parts.ts';
import { createInternalApp } from '../../../server/listeners/internal.ts';
import { createPublicApp } from '../../../server/listeners/public.ts';

type Handler = { cost?: unknown; length: number; stack?: Layer[] };
interface Layer {
  handle: Handler;
  /** Of a layer for every path below. */
  slash: boolean;
  name: string;
  method?: string;
  route?: { path: string; stack: Layer[] };
}

const isFree = ({ handle }: Layer): boolean => handle.cost === 'free';
const isErrorHandler = ({ handle }: Layer): boolean => handle.length === 4;

const contractPaths = new Set<string>(
  [contract, consoleAttachments].flatMap((routes) => Object.values(routes).map(({ path }) => path)),
);

/** Whether the first handler that is not free declares a cost. ts-rest's own first names the route. */
const isDeclared = (path: string, handlers: readonly Layer[]): boolean => {
  if (handlers.every(isFree)) return true;
  const first = handlers.find(
    (handler, place) => !isFree(handler) && !(place === 0 && contractPaths.has(path)),
  );
  return first?.handle.cost !== undefined;
};

/** What of a router serves requests before a cost is declared. */
const undeclaredOf = (stack: readonly Layer[]): string[] => {
  const found: string[] = [];
  for (const layer of stack) {
    if (layer.route) {
      const { path } = layer.route;
      for (const [method, handlers] of Map.groupBy(layer.route.stack, (of) => of.method)) {
        if (!isDeclared(path, handlers)) found.push(`${method} ${path}`);
      }
    } else if (layer.handle.stack) found.push(...undeclaredOf(layer.handle.stack));
    else if (isFree(layer) || isErrorHandler(layer)) continue;
    // What follows it in its router is declared too.
    else if (layer.handle.cost !== undefined && layer.slash) break;
    else if (layer.handle.cost === undefined) found.push(`use ${layer.name}`);
  }
  return found;
};

const parts = {
  config: parseConfig({ CORS_ORIGINS: 'https://app.exemplo.com.br' }),
  base: {},
  log: pino({ level: 'silent' }),
  addresses: { publicUrl: 'http://a.example', streaksPublicUrl: 'http://a.example' },
  console: { url: 'http://console.example', provider: {} },
  metricsRegistry: { metrics: { rateLimited: () => undefined } },
} as unknown as AppParts;

it.each([
  ['public', createPublicApp],
  ['internal', createInternalApp],
])('every route of the %s listener declares its cost before it works', (_, create) => {
  const stack = (create(parts).router as unknown as { stack: Layer[] }).stack;
  expect(undeclaredOf(stack)).toEqual([]);
});

it('finds a route without a cost, or with work before it', () => {
  const work: RequestHandler = (_req, _res, next) => next();
  const app = express();
  app.get('/bare', work);
  app.use('/mounted', express.Router().get('/bare', work));
  app.use(work);
  const stack = (app.router as unknown as { stack: Layer[] }).stack;
  expect(undeclaredOf(stack)).toEqual(['get /bare', 'get /bare', 'use work']);
});
