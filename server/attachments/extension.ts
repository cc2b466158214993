import { AppError } from '../errors.ts';
import type { CheckedType } from './content.ts';

/** The extensions that a file of each type may have; systems choose the program that opens a file by it. */
const extensions: Record<CheckedType, readonly string[]> = {
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif', 'pjpeg', 'pjp'],
  'image/png': ['png'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'application/pdf': ['pdf'],
  'text/plain': ['txt', 'text', 'log', 'csv', 'tsv', 'md', 'ics', 'eml'],
  'text/csv': ['csv', 'tsv', 'txt'],
  'application/vnd.ms-excel': ['xls', 'xlt', 'csv'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
};

// With a letter in it: the digits after the last dot of `relatório 1.2` or `nota.001` are no extension.
const extension = /\.([a-z\d]*[a-z][a-z\d]*)$/i;

/**
 * Refuses a file whose extension does not agree with its type: `fatura.pdf.hta` as text. A name without an extension is fine.
 *
 * @throws AppError `attachment-type-not-allowed`
 */
export const requireExtension = (name: string, type: CheckedType): void => {
  const [, found] = extension.exec(name) ?? [];
  if (found !== undefined && !extensions[type].includes(found.toLowerCase())) {
    throw new AppError('attachment-type-not-allowed');
  }
};
