import type { RequestHandler } from 'express';
import { AppError } from '../core/errors.ts';
import { ctxOf } from '../http/router.ts';
import { showOriginal } from './service.ts';

/** The page runs no scripts and loads nothing; the console may frame and measure it. */
const sandbox =
  "sandbox allow-same-origin; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

/**
 * Serves `GET /console/messages/{id}/original` of the internal listener: a message's mail as a mail program
 * shows it.
 */
export const originalHandler: RequestHandler<{ id: string }> = async (req, res) => {
  const id = /^[1-9]\d{0,8}$/.test(req.params.id) ? Number(req.params.id) : undefined;
  if (id === undefined) throw new AppError('message-not-found');
  const left = new AbortController();
  res.once('close', () => left.abort(new AppError('caller-left')));
  const page = await showOriginal(ctxOf(req), id, left.signal);
  res.set('Content-Security-Policy', sandbox).type('html').send(page);
};
