import type { Request } from 'express';
import {
  attachmentsContract,
  bodyId,
  maxAttachmentBytes,
  maxAttachmentsPerUpload,
} from '../../contract/index.ts';
import { AppError } from '../core/errors.ts';
import { fileResponse } from '../http/file-response.ts';
import { type FormRules, readForm } from '../http/multipart.ts';
import { createdWith, ctxOf, done, implement, ok } from '../http/router.ts';
import { hashOf } from '../idempotency/service.ts';
import {
  type AttachmentRow,
  deleteAttachment,
  fingerprintUpload,
  getDownload,
  listAttachments,
  type ReceiveUpload,
  uploadAttachments,
} from './service.ts';
import { attachmentToWire, listedAttachmentToWire } from './wire.ts';

const formRules: FormRules = {
  field: 'arquivo',
  textFields: ['mensagemId'],
  maxFiles: maxAttachmentsPerUpload,
  maxFileBytes: maxAttachmentBytes,
  tooLarge: 'attachment-too-large',
};

const uploadOf =
  (req: Parameters<typeof readForm>[0]): ReceiveUpload =>
  async (take) => {
    const { files, fields } = await readForm(req, formRules, take);
    return { files, messageId: messageIdOf(fields.get('mensagemId')) };
  };

const messageIdOf = (text: string | undefined): number | null => {
  if (text === undefined || text === '') return null;
  const parsed = bodyId.safeParse(/^\d{1,10}$/.test(text) ? Number(text) : undefined);
  if (parsed.success) return parsed.data;
  throw new AppError('invalid-request', {
    detail: 'mensagemId deve ser o número de uma mensagem',
    cause: parsed.error,
  });
};

const uploaded = (rows: readonly AttachmentRow[]) => {
  const [first, ...others] = rows.map(attachmentToWire);
  if (first === undefined) throw new Error('the upload has no files');
  return others.length === 0
    ? createdWith('Arquivo enviado com sucesso', first)
    : createdWith('Arquivos enviados com sucesso', [first, ...others]);
};

/** Reads an upload that repeats a key, and returns the hash of its body. */
export const readUploadHash = async (req: Request): Promise<Buffer> =>
  hashOf(await fingerprintUpload(ctxOf(req), Number(req.params.id), uploadOf(req)));

export const attachmentsHttp = implement(attachmentsContract, {
  uploadAttachments: async ({ req, params }) =>
    uploaded(
      await uploadAttachments(ctxOf(req), params.id, uploadOf(req), async (tx, rows, fingerprint) =>
        req.storeResponse?.(tx, uploaded(rows), hashOf(fingerprint)),
      ),
    ),
  listTicketAttachments: async ({ req, params }) =>
    ok((await listAttachments(ctxOf(req), params.id)).map(listedAttachmentToWire)),
  downloadAttachment: async ({ req, res, params, query }) =>
    fileResponse(req, res, await getDownload(ctxOf(req), params.attachmentId, query.token)),
  deleteAttachment: async ({ req, params }) => {
    await deleteAttachment(ctxOf(req), params.attachmentId);
    return done('Anexo excluído com sucesso');
  },
});

const movedTo = <Route extends { path: string }>(path: string, route: Route): Route => ({
  ...route,
  path,
});

/** Serves the upload and the download under other paths for the console, on the internal listener. */
export const consoleAttachments = {
  uploadAttachments: movedTo(
    '/console/attachments/tickets/:id',
    attachmentsContract.uploadAttachments,
  ),
  downloadAttachment: movedTo(
    '/console/attachments/:attachmentId/download',
    attachmentsContract.downloadAttachment,
  ),
};
