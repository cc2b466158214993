import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Attachment } from '../../contract/index.ts';
import type { IncomingFile, ReceiveUpload } from '../../server/attachments/upload.ts';
import type { TestApp } from '../harness.ts';
import type { Client } from '../public-client.ts';

/** Opens a ticket, for a new requester unless an e-mail is given. */
export const openTicket = async (app: TestApp, email = `${crypto.randomUUID()}@exemplo.com.br`) => {
  const internal = await app.trpc();
  const { id, messageId } = await internal.tickets.create.mutate({
    requesterEmail: email,
    subject: 'Anexos',
    body: 'Segue em anexo.',
    main: 'Assinatura',
  });
  return { id, messageId, email, requester: await app.client({ email }) };
};

export const textFile = (name = 'nota.txt', contents: BlobPart = 'Olá'): File =>
  new File([contents], name, { type: 'text/plain' });

/** A file of test/fixtures with the given type. */
export const fixture = async (name: string, type: string): Promise<File> =>
  new File([await readFile(new URL(`../fixtures/${name}`, import.meta.url))], name, { type });

/** Inserts a pending attachment as an upload does before it writes the object. */
export const insertPendingAttachment = async (
  app: TestApp,
  pending: { ticketId: number; path: string; createdAt: Date; leaseMs: number },
): Promise<number> => {
  const { id } = await app.service
    .contextFor('test')
    .db.insertInto('attachments')
    .values({
      state: 'pending',
      ticket_id: pending.ticketId,
      name: 'a.txt',
      path: pending.path,
      type: 'text/plain',
      created_at: pending.createdAt,
      lease_until: sql`clock_timestamp() + ${pending.leaseMs} * interval '1 millisecond'`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** An uploaded text as the service receives it. */
export const incoming = (contents: string): IncomingFile => ({
  name: 'a.txt',
  type: 'text/plain',
  contents: Readable.from([Buffer.from(contents)]),
  signal: new AbortController().signal,
});

/** Receives files one after another, without a message. */
export const receiving =
  (files: readonly IncomingFile[]): ReceiveUpload =>
  async (take) => {
    const taken = [];
    for (const file of files) taken.push(await take(file));
    return { files: taken, messageId: null };
  };

/** Uploads one file and returns the attachment; throws if it is refused. */
export const uploadOne = async (
  client: Client,
  ticketId: number,
  file: File,
): Promise<Attachment> => {
  const response = await client.uploadAttachments({
    params: { id: ticketId },
    body: { arquivo: file },
  });
  if (response.status !== 201 || Array.isArray(response.body.data)) {
    throw new Error(JSON.stringify(response));
  }
  return response.body.data;
};

/** The paths of all files in the service's storage. */
export const storedFiles = async (directory: string): Promise<string[]> => {
  const root = join(directory, 'files');
  if (!existsSync(root)) return [];
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
};

/** The open files of a process under a folder, by Linux's /proc; empty on other systems. */
export const openFilesUnder = (folder: string, pid: number | 'self' = 'self'): string[] => {
  const table = `/proc/${pid}/fd`;
  if (!existsSync(table)) return [];
  return readdirSync(table)
    .map((fd) => linkOf(join(table, fd)))
    .filter((target) => target.startsWith(folder));
};

const linkOf = (link: string): string => {
  try {
    return readlinkSync(link);
  } catch {
    return '';
  }
};
