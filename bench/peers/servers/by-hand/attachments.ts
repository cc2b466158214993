import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  fileOf,
  flushFolder,
  isAllowedType,
  isOfType,
  makeFolder,
  maxFileBytes,
  pathFor,
} from '../files.ts';
import { hasRole, type Person } from '../person.ts';
import { refusals } from '../refusal.ts';
import { actOf, withAct } from './audit.ts';
import { statement } from './database.ts';

interface Attachment {
  id: number;
  supportId: number;
  nomeArquivo: string;
  caminhoArquivo: string;
  tipoArquivo: string;
  tamanhoArquivo: number;
  createdAt: Date;
}

const columns = `id, ticket_id as "supportId", name as "nomeArquivo", path as "caminhoArquivo", type as "tipoArquivo",
  size as "tamanhoArquivo", created_at as "createdAt"`;

const findTicket = statement<{ requester: string | null }>(
  'find-ticket',
  'select requester_email as requester from tickets where id = $1',
);

const insertAttachment = statement<Attachment>(
  'insert-attachment',
  withAct(
    `insert into attachments (ticket_id, uploader_email, name, path, type, state, size, sha256)
    values ($1, $2, $3, $4, $5, 'ready', $6, $7) returning ${columns}`,
    'attachment',
    'attachments.upload',
    7,
  ),
);

const findAttachment = statement<{
  name: string;
  path: string;
  type: string;
  size: number;
  requester: string | null;
}>(
  'find-attachment',
  `select name, path, type, size, requester_email as requester
  from attachments a join tickets t on t.id = a.ticket_id where a.id = $1 and state = 'ready'`,
);

const maySee = (person: Person, requester: string | null): boolean =>
  hasRole(person, 'agent') || (requester !== null && requester === person.email);

export const requireTicket = async (id: number, person: Person): Promise<void> => {
  const [ticket] = await findTicket([id]);
  if (!ticket || !maySee(person, ticket.requester)) throw refusals.ticket();
};

/** Streams a file to disk, flushes and renames it, then inserts its row. */
export const storeAttachment = async (
  ticketId: number,
  person: Person,
  file: { name: string; type: string; contents: Readable },
): Promise<Attachment> => {
  const { name, type, contents } = file;
  if (!isAllowedType(type)) throw refusals.fileType();
  const path = pathFor(ticketId, name);
  const target = fileOf(path);
  await makeFolder(target);
  const part = `${target}.part`;
  const hash = createHash('sha256');
  let size = 0;
  try {
    await pipeline(
      contents,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          if (size === 0 && !isOfType(type, chunk)) throw refusals.fileType();
          size += chunk.length;
          if (size > maxFileBytes) throw refusals.fileSize();
          hash.update(chunk);
          yield chunk;
        }
      },
      createWriteStream(part, { flush: true }),
    );
    await rename(part, target);
    await flushFolder(target);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  const act = actOf(person, { ticketId });
  const row = [ticketId, person.email, name, path, type, size, hash.digest(), ...act];
  const [attachment] = await insertAttachment(row);
  if (!attachment) throw new Error('insert returned no row');
  return attachment;
};

/** Finds a file that the person may download. */
export const getDownload = async (id: number, person: Person) => {
  const [found] = await findAttachment([id]);
  if (!found || !maySee(person, found.requester)) throw refusals.attachment();
  const { name, type, size, path } = found;
  const disposition = `attachment; filename="${name.replaceAll(/[^\w.-]+/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`;
  return { type, size, disposition, file: fileOf(path) };
};
