import { quickRepliesContract, type UpdateQuickReply } from '../../contract/index.ts';
import { ctxOf, implement, okWith } from '../http/router.ts';
import { storedWithEffect } from '../idempotency/http.ts';
import { updateQuickReply } from './service.ts';
import { quickReplyToWire } from './wire.ts';

const changesOf = (body: UpdateQuickReply) => ({
  title: body.titulo,
  content: body.conteudo,
  category: body.categoria,
  shortcut: body.atalho,
});

export const quickRepliesHttp = storedWithEffect(
  implement(quickRepliesContract, {
    updateQuickReply: async ({ req, params, body }) =>
      okWith(
        'Resposta rápida atualizada com sucesso',
        quickReplyToWire(await updateQuickReply(ctxOf(req), params.quickReplyId, changesOf(body))),
      ),
  }),
);
