import type { Attachment, ListedAttachment } from '../../contract/index.ts';
import type { AttachmentRow, LinkedAttachment } from './service.ts';

/** An attachment as the API answers it (specification §2.2). */
export const attachmentToWire = (row: AttachmentRow): Attachment => ({
  id: row.id,
  supportId: row.ticketId,
  ...(row.messageId !== null && { mensagemId: row.messageId }),
  nomeArquivo: row.name,
  caminhoArquivo: row.path,
  tipoArquivo: row.type,
  tamanhoArquivo: row.size,
  createdAt: row.createdAt.toISOString(),
});

/** An attachment as a listing answers it. */
export const listedAttachmentToWire = (row: LinkedAttachment): ListedAttachment => ({
  ...attachmentToWire(row),
  downloadUrl: row.downloadUrl,
});
