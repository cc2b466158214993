import { randomUUID } from 'node:crypto';
import { AppError } from '../errors.ts';

const maxNameLength = 500;
const maxStoredBytes = 180;

// Control characters (but NUL, which is refused), and those that turn the direction of the text around them.
const invisible = /[\p{Cc}\p{Bidi_Control}]/gu;

/**
 * The name a file is listed under: the last part of what the client called it, in Unicode normal form C, without control and
 * bidirectional characters.
 *
 * @throws AppError `invalid-request` for a NUL, or more than 500 characters
 */
export const shownName = (given: string): string => {
  if (given.includes('\0')) throw refused('não pode conter o caractere NUL');
  const base = given.split(/[/\\]/).at(-1) ?? '';
  const name = base.toWellFormed().normalize('NFC').replaceAll(invisible, '').trim();
  if ([...name].length > maxNameLength) {
    throw refused(`deve ter nome de no máximo ${maxNameLength} caracteres`);
  }
  return /^\.*$/.test(name) ? 'arquivo' : name;
};

const refused = (why: string) => new AppError('invalid-request', { detail: `arquivo ${why}` });

/** A form of the name that every file system and bucket takes: ASCII, at most 180 bytes with its extension. */
export const storedName = (shown: string): string => {
  const [extension = ''] = /\.[A-Za-z0-9]{1,16}$/.exec(shown) ?? [];
  const stem = shown
    .slice(0, shown.length - extension.length)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\w.-]+/g, '_')
    .replaceAll(/\.{2,}/g, '.')
    .replaceAll(/^[._-]+|[._-]+$/g, '');
  return `${stem.slice(0, maxStoredBytes - extension.length) || 'arquivo'}${extension}`;
};

const civilDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' });

/** A path of its own for a new file: `support/<ticket_id>/<date>/<uuid>_<file_name>` (specification §2.2). */
export const storagePath = (ticketId: number, shown: string, now: Date): string =>
  `support/${ticketId}/${civilDay.format(now)}/${randomUUID()}_${storedName(shown)}`;
