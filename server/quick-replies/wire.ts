import type { QuickReply } from '../../contract/index.ts';
import type { QuickReplyRow } from './service.ts';

/** Maps a quick reply to the API's fields. */
export const quickReplyToWire = (reply: QuickReplyRow): QuickReply => ({
  id: reply.id,
  titulo: reply.title,
  conteudo: reply.content,
  categoria: reply.category,
  atalho: reply.shortcut,
  updatedAt: reply.updatedAt.toISOString(),
});
