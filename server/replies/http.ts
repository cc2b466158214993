import type { Request, Response } from 'express';
import { type CreateBatchReplies, repliesContract } from '../../contract/index.ts';
import { answerOnce, hashOf, keyOwnerOf } from '../http/idempotency.ts';
import { implement, ok } from '../http/router.ts';
import { previewReplies, saveReplies } from './service.ts';
import { previewToWire, saveToWire } from './wire.ts';

const success = {
  status: 200 as const,
  body: repliesContract.createBatchReplies.responses[200],
};

export const repliesHttp = implement(repliesContract, {
  createBatchReplies: ({ req, res, body }) =>
    answerOnce(req, success, body, async (ctx) => {
      const { support_ids: ticketIds, autor: author, enviar_email: sendEmail } = body;
      if (!body.salvar)
        return ok(previewToWire(await previewReplies(ctx, ticketIds, callerOf(res))));
      // Whoever asked may leave: what is begun is finished, and a repeated request finds it.
      const options = { author, sendEmail, batch: batchOf(req, body) };
      return ok(saveToWire(await saveReplies(ctx, ticketIds, options)));
    }),
});

/** Aborted when the caller leaves without waiting for the answer. */
const callerOf = (res: Response): AbortSignal => {
  const left = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) left.abort();
  });
  if (res.closed) left.abort();
  return left.signal;
};

/** Names a batch that has an idempotency key: who asks, under which key, for what. */
const batchOf = (req: Request, body: CreateBatchReplies): string | undefined => {
  const owner = keyOwnerOf(req);
  return owner && hashOf([owner.caller, owner.path, owner.key, body]).toString('base64url');
};
