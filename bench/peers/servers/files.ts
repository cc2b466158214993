import { randomUUID } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Refusal } from './refusal.ts';
import { settings } from './settings.ts';

export const maxFileBytes = 10_485_760;

/** How many files a ticket, and how many bytes of 24 hours a reader may have. */
export const quotas = { perTicket: 1_000_000, bytesPerDay: 104_857_600 };

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

/** Whether attachments of this type are allowed. */
export const isAllowedType = (type: string): boolean => Object.hasOwn(signatures, type);

/** Whether these first bytes fit the type. */
export const isOfType = (type: string, head: Uint8Array): boolean => {
  const start = Buffer.from(head.subarray(0, 16)).toString('latin1');
  return (signatures[type] ?? []).some((signature) => start.startsWith(signature));
};

const runnable = /\.(bat|cmd|com|exe|hta|html?|jar|js|lnk|msi|ps1|scr|sh|svg|vbs|wsf)[.\s]*$/i;

/**
 * The name that is stored: without folders and control characters. Refuses one that a system runs.
 */
export const nameOf = (given: string): string => {
  const base = given.split(/[/\\]/).at(-1) ?? '';
  const name =
    base
      .normalize('NFC')
      .replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '')
      .trim() || 'arquivo';
  if (runnable.test(name)) throw new Refusal(415, 'Tipo de arquivo não permitido');
  return name;
};

const civilDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' });

/** A unique path for a file: `support/<ticket_id>/<date>/<uuid>_<file_name>`. */
export const pathFor = (ticketId: number, name: string): string => {
  const safe = name.replaceAll(/[^\w.-]+/g, '_').slice(-180);
  return `support/${ticketId}/${civilDay.format(new Date())}/${randomUUID()}_${safe}`;
};

/** The file of a storage path. */
export const fileOf = (path: string): string => join(settings.files, path);

/** Creates a file's folder. */
export const makeFolder = (file: string): Promise<string | undefined> =>
  mkdir(dirname(file), { recursive: true });

/** Flushes a file's directory entry to disk. */
export const flushFolder = async (file: string): Promise<void> => {
  const folder = await open(dirname(file));
  await folder.sync();
  await folder.close();
};
