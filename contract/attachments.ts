import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import {
  dataEnvelope,
  id,
  MessageResponse,
  messageAndDataEnvelope,
  pathId,
  timestamp,
} from './fields.ts';
import { changeOutcomes, outcomes } from './outcome.ts';

/** The most files one upload takes. */
export const maxAttachmentsPerUpload = 5;

/** The MIME types that an attachment may have. */
export const attachmentTypes = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'application/pdf',
  'text/plain',
  'text/csv',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
] as const;

const attachmentFields = {
  id: id.describe('Identificador do anexo.'),
  supportId: id.describe('Identificador do ticket.'),
  mensagemId: id.optional().describe('Mensagem à qual o anexo está ligado.'),
  nomeArquivo: z.string().meta({ description: 'Nome original do arquivo.' }),
  caminhoArquivo: z
    .string()
    .meta({ description: 'Caminho no armazenamento: `support/<ticket>/<data>/<uuid>_<arquivo>`.' }),
  tipoArquivo: z.string().meta({ description: 'Tipo MIME.' }),
  tamanhoArquivo: z
    .int()
    .meta({ openapi: { type: 'integer', minimum: 0 }, description: 'Tamanho em bytes.' }),
  createdAt: timestamp.describe('Quando foi anexado.'),
  emQuarentena: z
    .literal(true)
    .optional()
    .meta({
      // A literal would become an enumeration of strings in generated clients.
      openapi: { type: 'boolean' },
      description: 'Presente enquanto o antivírus não verificou o arquivo: o download é recusado.',
    }),
};

const attachmentExample = {
  id: 11,
  supportId: 42,
  nomeArquivo: 'comprovante.pdf',
  caminhoArquivo: 'support/42/2026-03-10/0b5c1a52-6f9e-4f0e-9f4a-4f2f8a7e2f60_comprovante.pdf',
  tipoArquivo: 'application/pdf',
  tamanhoArquivo: 48213,
  createdAt: '2026-03-10T14:30:00.000Z',
};

/** An attachment as an upload returns it: without `downloadUrl`. */
export const Attachment = z.object(attachmentFields).meta({
  id: 'Attachment',
  description: 'Arquivo anexado a um ticket.',
  example: attachmentExample,
});
export type Attachment = z.infer<typeof Attachment>;

/** The schema has a name, because generators invent a name for an unnamed list in a union, or fail. */
const Attachments = z.array(Attachment).meta({
  id: 'Attachments',
  description: 'Os anexos de um envio com vários arquivos.',
});

/** An attachment as the list returns it, with its temporary `downloadUrl`. */
export const ListedAttachment = z
  .object({
    ...attachmentFields,
    downloadUrl: z
      .url()
      .meta({ description: 'Endereço temporário de download; vale 10 minutos, sem cabeçalhos.' }),
  })
  .meta({
    id: 'ListedAttachment',
    description: 'Anexo com endereço temporário de download.',
    example: {
      ...attachmentExample,
      downloadUrl: 'http://127.0.0.1:3000/support/anexos/11/download?token=exemplo',
    },
  });
export type ListedAttachment = z.infer<typeof ListedAttachment>;

/** The parts of an upload: a form, or the files that the SDK puts into one. */
export type UploadAttachments =
  | FormData
  | { arquivo: Blob | readonly Blob[]; mensagemId?: number | undefined };

/**
 * The multipart form of an upload. The schema only documents it, because the service parses the form as a
 * stream.
 */
export const UploadAttachments = z.custom<UploadAttachments>().meta({
  id: 'UploadAttachments',
  description: 'Os arquivos de um envio.',
  openapi: {
    type: 'object',
    required: ['arquivo'],
    properties: {
      arquivo: {
        type: 'array',
        minItems: 1,
        maxItems: maxAttachmentsPerUpload,
        items: { type: 'string', format: 'binary' },
        description: `De 1 a ${maxAttachmentsPerUpload} arquivos de até 10 MB, em campos \`arquivo\` repetidos.`,
      },
      mensagemId: {
        type: 'integer',
        format: 'int32',
        minimum: 1,
        description: 'Mensagem do ticket à qual ligar os arquivos.',
      },
    },
  },
});

/** A stream from which a server sends a file. */
export interface ByteStream {
  pipe: (destination: never) => unknown;
}

/** A file's contents: a `Blob` for the client, a stream for the server. */
const binary: z.ZodType<Blob, ByteStream> = z
  .custom<Blob & ByteStream>()
  .meta({ openapi: { type: 'string', format: 'binary' } });

const ticketParams = z.object({ id: pathId.describe('Identificador do ticket.') });
const attachmentParams = z.object({ attachmentId: pathId.describe('Identificador do anexo.') });

const c = initContract();

const file = c.otherResponse({ contentType: 'application/octet-stream', body: binary });

export const attachmentsContract = c.router({
  uploadAttachments: {
    method: 'POST',
    path: '/support/:id/anexos',
    summary: 'Anexar arquivos a um ticket',
    description:
      'Anexa de 1 a 5 arquivos; todos ou nenhum. Com um arquivo, `data` é o anexo; com vários, a lista deles.',
    pathParams: ticketParams,
    contentType: 'multipart/form-data',
    body: UploadAttachments,
    ...changeOutcomes(
      {
        201: messageAndDataEnvelope(
          'AttachmentUploadResponse',
          z.union([Attachment, Attachments]).meta({
            id: 'UploadedAttachments',
            description: 'O anexo enviado, ou a lista deles quando o envio teve vários arquivos.',
          }),
        ),
      },
      {
        access: 'reader',
        cost: 'upload',
        failures: [
          'ticket-not-found',
          'ticket-merged',
          'ticket-closed',
          'attachment-too-large',
          'attachment-type-not-allowed',
          'attachment-infected',
          'too-many-attachments',
          'attachment-quota-exceeded',
        ],
      },
    ),
  },
  listTicketAttachments: {
    method: 'GET',
    path: '/support/:id/anexos',
    summary: 'Listar os anexos de um ticket',
    description: 'Todos os anexos do ticket, cada um com um `downloadUrl` temporário.',
    pathParams: ticketParams,
    ...outcomes(
      {
        200: dataEnvelope(
          'AttachmentListResponse',
          z.array(ListedAttachment).describe('Os anexos do ticket.'),
        ),
      },
      { access: 'reader', cost: 'read', failures: ['ticket-not-found'] },
    ),
  },
  downloadAttachment: {
    method: 'GET',
    path: '/support/anexos/:attachmentId/download',
    summary: 'Baixar um anexo',
    description:
      'O conteúdo do arquivo. Aceita o cabeçalho `Authorization` ou o `token` de um `downloadUrl`, e `Range`.',
    pathParams: attachmentParams,
    query: z.object({
      token: z
        .string()
        .optional()
        .meta({ description: 'Assinatura de um `downloadUrl`; dispensa o cabeçalho.' }),
    }),
    headers: z.object({
      range: z
        .string()
        .optional()
        .meta({ description: 'Trecho do arquivo.', example: 'bytes=0-1023' }),
      'if-none-match': z.string().optional().meta({ description: '`ETag` já conhecido.' }),
      'if-range': z.string().optional().meta({ description: '`ETag` do trecho já baixado.' }),
    }),
    ...outcomes(
      { 200: file, 206: file, 304: c.noBody() },
      {
        access: 'signed-url',
        cost: 'download',
        failures: ['attachment-not-found', 'attachment-quarantined', 'range-not-satisfiable'],
      },
    ),
  },
  deleteAttachment: {
    method: 'DELETE',
    path: '/support/anexos/:attachmentId',
    summary: 'Excluir um anexo',
    description: 'Remove o anexo do ticket e do armazenamento.',
    pathParams: attachmentParams,
    ...changeOutcomes(
      { 200: MessageResponse },
      { access: 'reader', cost: 'write', failures: ['attachment-not-found'] },
    ),
  },
});
