import { randomUUID } from 'node:crypto';
import { windowsReservedNameRegex } from 'filename-reserved-regex';
import { civilDayOf } from '../../core/civil-time.ts';
import { AppError } from '../../core/errors.ts';

const maxNameLength = 500;
const maxStoredBytes = 180;

// These are control characters, bidirectional controls (which reorder the text around them) and zero-width
// spaces.
const invisible = /[\p{Cc}\p{Bidi_Control}\u200b\u2060\ufeff]/gu;
// Windows ignores dots and spaces at the end of a name: `fatura.hta.` is `fatura.hta`.
const ignoredEnd = /[.\s\p{Cf}]+$/u;
// Systems and web servers run some extensions even before the last one: `fatura.exe.pdf`.
const innerExtension =
  /\.(?=(?:bat|cmd|cgi|exe|hta|html?|jar|jse?|jsp|lnk|msi|phtml|php\d?|pif|pl|ps1|py|scr|sh|svg|aspx?|vb[es]|ws[fh])\.)/gi;

/** Extensions that a system, a browser or an office program runs when the file is opened. */
const runnable = new Set(
  (
    'action apk app appcontent-ms appimage application appref-ms asa ashx asmx asp aspx bash bat cer cgi chm cmd com command cpl csh ' +
    'csproj desktop diagcab dll dqy exe gadget hta htm html inf iqy jar jnlp js jse jsp ksh library-ms lnk mht mhtml mjs msc msi ' +
    'msix msp mst odc oqy phar php php3 php4 php5 php7 php8 pht phtml pif pl ps1 ps1xml psc1 psm1 py pyw rb rdp reg rqy run scf scr ' +
    'sct search-ms searchconnector-ms settingcontent-ms sh shb shs shtm shtml slk stm svg svgz terminal theme url vb vbe vbs webloc ' +
    'website ws wsb wsc wsf wsh xht xhtml xlam xll zsh'
  ).split(' '),
);

/**
 * Refuses a name that a system would run, also in its ASCII form and up to a colon, where Windows ends it.
 * @throws AppError `attachment-type-not-allowed`
 */
export const refuseRunnable = (name: string): void => {
  const names = [...name.split(':'), storedName(name)];
  if (names.some((form) => runnable.has(extensionOf(form)))) {
    throw new AppError('attachment-type-not-allowed');
  }
};

const extensionOf = (name: string): string =>
  /\.([^.]*)$/.exec(name.replace(ignoredEnd, ''))?.[1]?.trim().toLowerCase() ?? '';

/**
 * Returns the last segment of a path in normal form C, without invisible characters.
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
 * Returns a download's name, without anything that Windows ignores or reserves and without inner extensions
 * that run.
 */
export const downloadName = (display: string): string => {
  const name = display.replace(ignoredEnd, '').replaceAll(innerExtension, '_') || 'arquivo';
  return windowsReservedNameRegex().test(name) ? `_${name}` : name;
};

const refused = (why: string) => new AppError('invalid-request', { detail: `arquivo ${why}` });

/** Returns a name that every file system and bucket accepts: ASCII, at most 180 bytes with the extension. */
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

/** Returns `support/<ticket_id>/<day in São Paulo>/<uuid>_<name>`; files of mails may have no ticket yet. */
export const storagePath = (ticketId: number | 'mail', display: string, now: Date): string =>
  `support/${ticketId}/${civilDayOf(now)}/${randomUUID()}_${storedName(display)}`;
