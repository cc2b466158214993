import type { QuickReply } from '../../contract/index.ts';
import type { QuickReplyRow } from './service.ts';

/** A quick reply as the API answers it (specification §4.3). */
export const quickReplyToWire = (reply: QuickReplyRow): QuickReply => ({
  id: reply.id,
  titulo: reply.title,
  conteudo: reply.content,
  categoria: reply.category,
  atalho: reply.shortcut,
  updatedAt: reply.updatedAt.toISOString(),
});
