import type { Request, Response } from 'express';
import { type CreateBatchReplies, repliesContract } from '../../contract/index.ts';
import { ctxOf, implement, ok } from '../http/router.ts';
import { keyOwnerOf } from '../idempotency/http.ts';
import { hashOf } from '../idempotency/service.ts';
import { previewReplies, saveReplies } from './service.ts';
import { previewToWire, saveToWire } from './wire.ts';

export const repliesHttp = implement(repliesContract, {
  createBatchReplies: async ({ req, res, body }) => {
    const ctx = ctxOf(req);
    const { support_ids: ticketIds, autor: author, enviar_email: sendEmail } = body;
    if (!body.salvar)
      return ok(previewToWire(await previewReplies(ctx, ticketIds, disconnectOf(res))));
    // A batch that saves continues after its caller disconnects: a repeated request finds its replies.
    const options = { author, sendEmail, batch: batchOf(req, body) };
    return ok(saveToWire(await saveReplies(ctx, ticketIds, options)));
  },
});

/** Returns a signal that aborts if the caller disconnects before the response. */
const disconnectOf = (res: Response): AbortSignal => {
  const disconnected = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) disconnected.abort();
  });
  if (res.closed) disconnected.abort();
  return disconnected.signal;
};

/** Returns a hash of caller, path, key and body. */
const batchOf = (req: Request, body: CreateBatchReplies): string | undefined => {
  const owner = keyOwnerOf(req, {});
  return owner && hashOf([owner.caller, owner.path, owner.key, body]).toString('base64url');
};
