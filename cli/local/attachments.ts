import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { z } from 'zod';
import { maxAttachmentsPerUpload } from '../../contract/index.ts';
import { createLeitor } from '../../packages/sdk/src/index.ts';
import { idOf } from '../../server/trpc/fields.ts';
import { UsageError } from '../failure.ts';
import { defineCommand, type LocalCommand, type Service } from './local-command.ts';

const typeByExtension: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.pdf': 'application/pdf',
  '.txt': 'text/plain',
  '.csv': 'text/csv',
  '.xls': 'application/vnd.ms-excel',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

const clientOf = async ({ connect }: Service) => {
  const { publicUrl, token } = await connect();
  return createLeitor({ baseUrl: publicUrl, token });
};

const openFile = async (path: string): Promise<File> => {
  const type = typeByExtension[extname(path).toLowerCase()];
  if (type === undefined) {
    throw new UsageError(
      `${path}: files may be ${Object.keys(typeByExtension).join(', ')} by their extension`,
    );
  }
  return new File([await openAsBlob(path)], basename(path), { type });
};

/** The commands that upload and download through the public API at `LEITOR_PUBLIC_URL`. */
export const attachmentCommands: readonly LocalCommand[] = [
  defineCommand(
    'attachments.upload',
    'Uploads files to a ticket, up to five at once',
    z.object({
      file: z
        .array(z.string().min(1))
        .min(1)
        .max(maxAttachmentsPerUpload)
        .describe('File; repeat it for several'),
      ticketId: idOf('a ticket'),
      messageId: idOf('the message that the files belong to').optional(),
    }),
    async ({ ticketId, messageId, file }, service) => {
      const client = await clientOf(service);
      const arquivo = await Promise.all(file.map(openFile));
      const uploaded = await client.uploadAttachments({
        id: ticketId,
        arquivo,
        ...(messageId !== undefined && { mensagemId: messageId }),
      });
      return [uploaded].flat().map(({ id, nomeArquivo, tamanhoArquivo }) => ({
        id,
        name: nomeArquivo,
        bytes: tamanhoArquivo,
      }));
    },
  ),
  defineCommand(
    'attachments.download',
    'Downloads an attachment to a file',
    z.object({
      id: idOf('an attachment'),
      to: z.string().min(1).describe('File to write; must not exist'),
    }),
    async ({ id, to }, service) => {
      const client = await clientOf(service);
      const bytes = await (await client.downloadAttachment({ attachmentId: id })).bytes();
      await writeFile(to, bytes, { flag: 'wx' });
      return { id, file: to, bytes: bytes.length };
    },
  ),
];
