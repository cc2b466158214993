import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Attachment, Client } from '../../contract/index.ts';
import type { TestApp } from '../harness.ts';

/** A ticket of a person's own, and that person's client. */
export interface TestTicket {
  id: number;
  messageId: number;
  email: string;
  requester: Client;
}

/** Opens a ticket for somebody new. */
export const openTicket = async (app: TestApp): Promise<TestTicket> => {
  const email = `${crypto.randomUUID()}@exemplo.com.br`;
  const internal = await app.trpc();
  const { id, messageId } = await internal.tickets.create.mutate({
    requesterEmail: email,
    subject: 'Anexos',
    body: 'Segue em anexo.',
    main: 'Assinatura',
  });
  return { id, messageId, email, requester: await app.client({ email }) };
};

/** A text file. */
export const textFile = (name = 'nota.txt', contents: BlobPart = 'Olá'): File =>
  new File([contents], name, { type: 'text/plain' });

/** A file of test/fixtures under a type. */
export const fixture = async (name: string, type: string): Promise<File> =>
  new File([await readFile(new URL(`../fixtures/${name}`, import.meta.url))], name, { type });

/** Uploads one file and answers it; throws where it is refused. */
export const uploadOne = async (
  client: Client,
  ticketId: number,
  file: File,
): Promise<Attachment> => {
  const answer = await client.uploadAttachments({
    params: { id: ticketId },
    body: { arquivo: file },
  });
  if (answer.status !== 201 || Array.isArray(answer.body.data)) {
    throw new Error(JSON.stringify(answer));
  }
  return answer.body.data;
};

/** Every file under the service's storage, as paths in it. */
export const storedFiles = async (directory: string): Promise<string[]> => {
  const root = join(directory, 'files');
  if (!existsSync(root)) return [];
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
};

/** The files under a folder that this process has open. Empty where the system does not say (it is read from Linux's /proc). */
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
