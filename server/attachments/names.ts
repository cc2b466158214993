import { randomUUID } from 'node:crypto';
import { windowsReservedNameRegex } from 'filename-reserved-regex';
import { civilDayOf } from '../civil-time.ts';
import { AppError } from '../errors.ts';

const maxNameLength = 500;
const maxStoredBytes = 180;

// Control characters (NUL is refused before), bidirectional controls, which reorder the text around them, and zero-width spaces.
const invisible = /[\p{Cc}\p{Bidi_Control}\u200b\u2060\ufeff]/gu;
// Windows ignores dots and spaces at the end of a name: `fatura.hta.` is `fatura.hta`.
const ignoredEnd = /[.\s\p{Cf}]+$/u;
// Extensions that a system or a web server runs, in front of the last one: `fatura.exe.pdf`.
const innerExtension =
  /\.(?=(?:bat|cmd|cgi|exe|hta|html?|jar|jse?|jsp|lnk|msi|phtml|php\d?|pif|pl|ps1|py|scr|sh|svg|aspx?|vb[es]|ws[fh])\.)/gi;

/** Extensions that a system, a browser on the machine or an office program runs when somebody opens the file. */
const runnable = new Set(
  (
    'action app apk appimage appref-ms asp aspx bash bat cgi chm cmd com command cpl desktop dll exe gadget hta htm html inf iqy jar jnlp ' +
    'js jse jsp ksh library-ms lnk mht mhtml mjs msc msi msix msp mst php phtml pif pl ps1 psm1 py pyw rb reg run scf scr sct ' +
    'settingcontent-ms sh shb shs shtml slk svg svgz terminal url vb vbe vbs webloc website wsc wsf wsh xht xhtml xll zsh'
  ).split(' '),
);

/**
 * Refuses a file that a system would run by its extension, whatever its type: `fatura.pdf.hta`.
 *
 * @throws AppError `attachment-type-not-allowed`
 */
export const refuseRunnable = (name: string): void => {
  const [, extension = ''] = /\.([^.]*)$/.exec(name.replace(ignoredEnd, '')) ?? [];
  if (runnable.has(extension.trim().toLowerCase())) {
    throw new AppError('attachment-type-not-allowed');
  }
};

/**
 * The name that is stored and listed: the last path segment of the client's name, in Unicode normal form C, without control,
 * bidirectional and zero-width characters.
 *
 * @throws AppError `invalid-request` for a NUL, or more than 500 characters
 */
export const displayName = (given: string): string => {
  if (given.includes('\0')) throw refused('não pode conter o caractere NUL');
  const base = given.split(/[/\\]/).at(-1) ?? '';
  const name = base.toWellFormed().normalize('NFC').replaceAll(invisible, '').trim();
  if ([...name].length > maxNameLength) {
    throw refused(`deve ter nome de no máximo ${maxNameLength} caracteres`);
  }
  return /^\.*$/.test(name) ? 'arquivo' : name;
};

/**
 * The name that a download proposes: dots and spaces at the end are removed, a name that Windows reserves gets a `_` in front, an inner
 * extension that a system could run loses its dot: `fatura_exe.pdf`.
 */
export const downloadName = (display: string): string => {
  const name = display.replace(ignoredEnd, '').replaceAll(innerExtension, '_') || 'arquivo';
  return windowsReservedNameRegex().test(name) ? `_${name}` : name;
};

const refused = (why: string) => new AppError('invalid-request', { detail: `arquivo ${why}` });

/** A form of the name that every file system and bucket accepts: ASCII, at most 180 bytes including the extension. */
export const storedName = (display: string): string => {
  const [extension = ''] = /\.[A-Za-z0-9]{1,16}$/.exec(display) ?? [];
  const stem = display
    .slice(0, display.length - extension.length)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\w.-]+/g, '_')
    .replaceAll(/\.{2,}/g, '.')
    .replaceAll(/^[._-]+|[._-]+$/g, '');
  return `${stem.slice(0, maxStoredBytes - extension.length) || 'arquivo'}${extension}`;
};

/** A unique path for a new file: `support/<ticket_id>/<date>/<uuid>_<file_name>`, with the date in São Paulo. */
export const storagePath = (ticketId: number, display: string, now: Date): string =>
  `support/${ticketId}/${civilDayOf(now)}/${randomUUID()}_${storedName(display)}`;
