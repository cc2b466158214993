import { randomUUID } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { settings } from './settings.ts';

export const maxFileBytes = 10_485_760;

const signatures: Record<string, readonly string[]> = {
  'image/jpeg': ['\xff\xd8\xff'],
  'image/png': ['\x89PNG\r\n\x1a\n'],
  'image/gif': ['GIF87a', 'GIF89a'],
  'image/webp': ['RIFF'],
  'application/pdf': ['%PDF-'],
  'text/plain': [''],
  'text/csv': [''],
  'application/vnd.ms-excel': ['\xd0\xcf\x11\xe0', ''],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['PK\x03\x04'],
};

/** Whether attachments may have the type. */
export const isAllowedType = (type: string): boolean => Object.hasOwn(signatures, type);

/** Whether a file that begins so can be of the type. */
export const isOfType = (type: string, head: Buffer): boolean => {
  const start = head.subarray(0, 16).toString('latin1');
  return (signatures[type] ?? []).some((signature) => start.startsWith(signature));
};

const civilDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' });

/** A path of its own for a file: `support/<ticket_id>/<date>/<uuid>_<file_name>`. */
export const pathFor = (ticketId: number, name: string): string => {
  const safe = name.replaceAll(/[^\w.-]+/g, '_').slice(-180);
  return `support/${ticketId}/${civilDay.format(new Date())}/${randomUUID()}_${safe}`;
};

/** Where the file of a path is. */
export const fileOf = (path: string): string => join(settings.files, path);

/** Makes the folder of a file. */
export const makeFolder = (file: string): Promise<string | undefined> =>
  mkdir(dirname(file), { recursive: true });

/** Makes the names in a file's folder survive a crash. */
export const flushFolder = async (file: string): Promise<void> => {
  const folder = await open(dirname(file));
  await folder.sync();
  await folder.close();
};
