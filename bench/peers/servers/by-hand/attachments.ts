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
  nameOf,
  pathFor,
  quotas,
} from '../files.ts';
import { hasRole, type Person } from '../person.ts';
import { Refusal } from '../refusal.ts';
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

/**
 * Checks the quotas and inserts the row of a file that is on its way: they count it, and a job
 * finds what a crash leaves of it.
 */
const insertPending = statement<{ id: number | null; refusal: 'ticket' | 'person' | null }>(
  'insert-pending',
  `select attachment_id as id, refusal from insert_pending_attachment(
    $1, $2, $3, $4, $5, now(), now() + interval '10 minutes', $6, $7, ${maxFileBytes})`,
);

const makeReady = statement<Attachment>(
  'make-ready',
  withAct(
    `update attachments set state = 'ready', lease_until = null, size = $2, sha256 = $3
    where id = $1 and state = 'pending' returning ${columns}`,
    'attachment',
    'attachments.upload',
    3,
  ),
);

const deletePending = statement(
  'delete-pending',
  `delete from attachments where id = $1 and state = 'pending'`,
);

const findAttachment = statement<{
  name: string;
  path: string;
  type: string;
  size: number;
  sha256: Buffer;
  requester: string | null;
}>(
  'find-attachment',
  `select name, path, type, size, sha256, requester_email as requester
  from attachments a join tickets t on t.id = a.ticket_id where a.id = $1 and state = 'ready'`,
);

const maySee = (person: Person, requester: string | null): boolean =>
  hasRole(person, 'agent') || (requester !== null && requester === person.email);

export const requireTicket = async (id: number, person: Person): Promise<void> => {
  const [ticket] = await findTicket([id]);
  if (!ticket || !maySee(person, ticket.requester)) throw new Refusal(404, 'Ticket não encontrado');
};

/** Streams a file to disk, flushes and renames it, between the two writes of its row. */
export const storeAttachment = async (
  ticketId: number,
  person: Person,
  file: { name: string; type: string; contents: Readable },
): Promise<Attachment> => {
  const { type, contents } = file;
  const name = nameOf(file.name);
  if (!isAllowedType(type)) throw new Refusal(415, 'Tipo de arquivo não permitido');
  const path = pathFor(ticketId, name);
  const target = fileOf(path);
  const id = await reserve(ticketId, person, { name, path, type });
  const part = `${target}.part`;
  const hash = createHash('sha256');
  let size = 0;
  try {
    await makeFolder(target);
    await pipeline(
      contents,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          if (size === 0 && !isOfType(type, chunk))
            throw new Refusal(415, 'Tipo de arquivo não permitido');
          size += chunk.length;
          if (size > maxFileBytes) throw new Refusal(413, 'Arquivo muito grande');
          hash.update(chunk);
          yield chunk;
        }
      },
      createWriteStream(part, { flush: true }),
    );
    if (size === 0) throw new Refusal(400, 'Arquivo vazio');
    await rename(part, target);
    await flushFolder(target);
    const [attachment] = await makeReady([id, size, hash.digest(), ...actOf(person, { ticketId })]);
    if (!attachment) throw new Error('the row is no longer pending');
    return attachment;
  } catch (error) {
    await rm(part, { force: true });
    await rm(target, { force: true });
    await deletePending([id]);
    throw error;
  }
};

const reserve = async (
  ticketId: number,
  person: Person,
  { name, path, type }: { name: string; path: string; type: string },
): Promise<number> => {
  const { perTicket, bytesPerDay } = quotas;
  // Agents handle other people's files.
  const ofPerson = hasRole(person, 'agent') ? null : bytesPerDay;
  const row = [ticketId, person.email, name, path, type, perTicket, ofPerson];
  const [reserved] = await insertPending(row);
  if (reserved?.refusal) throw new Refusal(413, `Cota de anexos esgotada: ${reserved.refusal}`);
  if (!reserved?.id) throw new Error('insert returned no row');
  return reserved.id;
};

/** Finds a file that the person may download. */
export const getDownload = async (id: number, person: Person) => {
  const [found] = await findAttachment([id]);
  if (!found || !maySee(person, found.requester)) throw new Refusal(404, 'Anexo não encontrado');
  return { ...found, file: fileOf(found.path) };
};
