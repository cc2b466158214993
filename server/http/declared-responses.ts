import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { type AppRoute, validateResponse } from '@ts-rest/core';

/** Fails responses with undeclared fields, which may be secrets. */
export const requireDeclared = (
  appRoute: AppRoute,
  response: { status: number; body: unknown },
): void => {
  if (response.body === undefined || response.body instanceof Readable) return;
  const { body: declared } = validateResponse({ appRoute, response });
  if (isDeepStrictEqual(declared, response.body)) return;
  const { method, path } = appRoute;
  throw new Error(`${method} ${path}: the response has fields that are not declared`);
};
