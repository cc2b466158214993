import { AppError } from '../errors.ts';

/** Extensions that a system, a browser on the machine or an office program runs when somebody opens the file. */
const runnable = new Set(
  (
    'action app apk appimage appref-ms asp aspx bash bat cgi chm cmd com command cpl desktop dll exe gadget hta htm html inf iqy jar jnlp ' +
    'js jse jsp ksh library-ms lnk mht mhtml mjs msc msi msix msp mst php phtml pif pl ps1 psm1 py pyw rb reg run scf scr sct ' +
    'settingcontent-ms sh shb shs shtml slk svg svgz terminal url vb vbe vbs webloc website wsc wsf wsh xht xhtml xll zsh'
  ).split(' '),
);

// Windows ignores dots and spaces at the end of a name: `fatura.hta.` is `fatura.hta`.
const ignoredEnd = /[.\s\p{Cf}]+$/u;

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
