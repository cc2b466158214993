import { bytesAt, type RandomAccessFile } from '../random-access-file.ts';
import { isWorkbookCompoundFile, startsCompoundFile } from './compound-file.ts';
import { isUnknownType, possibleTypes } from './file-types.ts';
import { isText } from './text-check.ts';

export type JudgeWorkbook = (file: RandomAccessFile) => Promise<boolean>;

/** A complete file with its first bytes, one character for each byte. */
interface CheckedFile {
  file: RandomAccessFile;
  head: string;
  judge: JudgeWorkbook;
}

type Check = (checked: CheckedFile) => boolean | Promise<boolean>;

/** PDF readers look for the header in this many bytes. */
const headBytes = 1_024;

const starts =
  (...signatures: string[]): Check =>
  ({ head }) =>
    signatures.some((signature) => head.startsWith(signature));

// Some programs write a byte order mark or a line end before the header.
const pdf: Check = ({ head }) => /^(ï»¿)?\s*%PDF-/.test(head);
/** Tests for programs and archives, which could be a PDF at the same time. */
const startsOtherwise = starts('MZ', '\x7fELF', 'PK\x03\x04', 'Rar!', '\xd0\xcf\x11\xe0', '#!');
const pdfAfterOtherBytes: Check = (checked) =>
  checked.head.includes('%PDF-') && !startsOtherwise(checked);
const text: Check = ({ file }) => isText(file);

/** The possible formats of each allowed type (docs/behaviour/attachments.md#attachments). */
const formats: [type: string, ...Check[]][] = [
  ['image/jpeg', starts('\xff\xd8\xff')],
  ['image/png', starts('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')],
  ['image/gif', starts('GIF87a', 'GIF89a')],
  ['image/webp', ({ head }) => /^RIFF.{4}WEBP/s.test(head)],
  ['application/pdf', pdf, pdfAfterOtherBytes],
  // Browsers on machines with Excel declare CSV files as Excel workbooks.
  [
    'application/vnd.ms-excel',
    ({ file, head }) => startsCompoundFile(head) && isWorkbookCompoundFile(file),
    text,
  ],
  [
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ({ file, head, judge }) => head.startsWith('PK\x03\x04') && judge(file),
  ],
  ['text/csv', text],
  ['text/plain', text],
];

/**
 * Returns the type of a file; undefined if its contents are not of the declared type or of no allowed one.
 * With an unknown type, the contents and the name determine it.
 */
export const contentType = async (
  file: RandomAccessFile,
  { name, declared }: { name: string; declared: string },
  judge: JudgeWorkbook,
): Promise<string | undefined> => {
  const allowed = possibleTypes(declared);
  const isUnknown = isUnknownType(declared);
  const textType = /\.[ct]sv$/i.test(name) ? 'text/csv' : 'text/plain';
  const mayHave = (type: string, check: Check): boolean => {
    if (!isUnknown) return true;
    // A text may mention PDFs.
    if (check === pdfAfterOtherBytes) return /\.pdf$/i.test(name);
    return check !== text || type === textType;
  };
  const head = await bytesAt(file, 0, Math.min(headBytes, file.size));
  const checked = { file, head: head?.toString('latin1') ?? '', judge };
  for (const [type, ...checks] of formats) {
    if (!allowed.includes(type)) continue;
    for (const check of checks) if (mayHave(type, check) && (await check(checked))) return type;
  }
  return undefined;
};
