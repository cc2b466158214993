import { type AppRoute, isAppRouteNoBody } from '@ts-rest/core';
import { json, type Request, type RequestHandler } from 'express';
import { AppError } from '../core/errors.ts';
import { rulesOf } from './router.ts';

const jsonBodyBytes = 262_144;

const jsonParser = json({
  limit: jsonBodyBytes,
  // The contract refuses a text or null with a better message.
  strict: false,
  // Without this check the parser accepts any UTF of the header, which a proxy may have read differently.
  verify: (req: Request, _res, body, charset) => {
    if (rulesOf(req)?.access === 'webhook') req.rawBody = body;
    if (charset !== 'utf-8') throw Object.assign(new Error(charset), { status: 415 });
  },
});

const takesJson = (route: AppRoute | undefined): boolean =>
  route !== undefined &&
  'body' in route &&
  !isAppRouteNoBody(route.body) &&
  route.contentType !== 'multipart/form-data';

const hasOtherBody = (req: Request): boolean =>
  req.headers['content-length'] !== '0' && req.is('application/json') === false;

/** Parses at most 256 KiB of UTF-8 (RFC 8259 §8.1). Throws `unsupported-media-type` for other media types. */
export const parseJson: RequestHandler = (req, res, next) => {
  if (!takesJson(req.tsRestRoute)) next();
  else if (hasOtherBody(req)) next(new AppError('unsupported-media-type'));
  else {
    req.body = {};
    jsonParser(req, res, next);
  }
};
