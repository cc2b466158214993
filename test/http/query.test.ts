import express from 'express';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { serveContract } from '../../server/http/endpoints.ts';
import { failureHandler } from '../../server/http/failures.ts';
import { listen } from '../../server/http/listener.ts';
import type { Contract } from '../../server/http/router.ts';

const contract = {
  echo: {
    method: 'GET',
    path: '/echo',
    query: z.record(z.string(), z.unknown()),
    responses: { 200: z.unknown() },
    metadata: { failures: [], texts: {} },
  },
} as unknown as Contract;

it.each([
  ['', {}],
  ['a=1&b=2', { a: '1', b: '2' }],
  ['a=1&a=2', { a: ['1', '2'] }],
  ['a=&b=2', { b: '2' }],
  ['a=b+c%20d', { a: 'b c d' }],
  ['a=100%&b=5%25', { a: '100%', b: '5%' }],
  ['a=x=y;z&b[c]=1', { a: 'x=y;z', 'b[c]': '1' }],
])('the query %j is %j', async (query, expected) => {
  const app = express();
  const echo = async ({ query: body }: { query: unknown }) => ({ status: 200, body });
  serveContract(app, contract, { echo } as never, []);
  app.use(failureHandler({ strict: false, countRefusal: undefined }));
  const listener = await listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => listener.close(0));
  listener.serve(app);
  expect(await (await fetch(`${listener.url}/echo?${query}`)).json()).toEqual(expected);
});
