import type { RandomAccessFile } from '../random-access-file.ts';
import { isWorkbookCompoundFile, startsCompoundFile } from './compound-file.ts';
import { isUnknownType, possibleTypes } from './file-types.ts';
import { judgeWorkbook, type WorkbookParts } from './judge-workbook.ts';
import { TextCheck } from './text-check.ts';
import { workbookParts } from './workbook-parts.ts';

/** Checks a file's contents while they stream through, and again when the complete file can be read. */
export interface ContentCheck {
  /** Takes the next bytes; returns false as soon as the file cannot be of the type. */
  take: (chunk: Buffer) => boolean;
  /**
   * Returns the type of the complete file; undefined if it is not of the declared type or of no allowed one.
   */
  finish: (file: RandomAccessFile, judge?: JudgeWorkbook) => Promise<string | undefined>;
}

export type JudgeWorkbook = (parts: WorkbookParts) => boolean | Promise<boolean>;

interface FormatCheck {
  take: (chunk: Buffer) => boolean;
  finish: (file: RandomAccessFile, judge: JudgeWorkbook) => Promise<boolean>;
}

const headBytes = 16;
/** PDF readers look for the header in this many bytes. */
const pdfHeadBytes = 1_024;

const bySignature =
  (
    matches: (head: Buffer) => boolean,
    whole: FormatCheck['finish'] = async () => true,
    bytes = headBytes,
  ) =>
  (): FormatCheck => {
    let head = Buffer.alloc(0);
    return {
      take: (chunk) => {
        if (head.length === bytes) return true;
        head = Buffer.concat([head, chunk.subarray(0, bytes - head.length)]);
        return head.length < bytes || matches(head);
      },
      finish: async (file, judge) => matches(head) && whole(file, judge),
    };
  };

const startsWith =
  (...signatures: string[]) =>
  (head: Buffer): boolean =>
    signatures.some((text) => head.toString('latin1').startsWith(text));

const text = (): FormatCheck => {
  const check = new TextCheck();
  return { take: (chunk) => check.take(chunk), finish: async () => check.finish() };
};

// Some programs write a byte order mark or a line end before the header.
const startsPdf = (head: Buffer): boolean => /^(ï»¿)?\s*%PDF-/.test(head.toString('latin1'));
/** Tests for programs and archives, which could be a PDF at the same time. */
const startsOtherwise = startsWith('MZ', '\x7fELF', 'PK\x03\x04', 'Rar!', '\xd0\xcf\x11\xe0', '#!');
const holdsPdf = (head: Buffer): boolean => !startsOtherwise(head) && head.includes('%PDF-');

const pdf = bySignature(startsPdf);
const pdfAfterOtherBytes = bySignature(holdsPdf, undefined, pdfHeadBytes);

const isWorkbookArchive: FormatCheck['finish'] = async (file, judge) => {
  const parts = await workbookParts(file);
  return parts !== undefined && judge(parts);
};

/** The possible formats of each allowed type (docs/behaviour/attachments.md#attachments). */
const formats: [type: string, ...(() => FormatCheck)[]][] = [
  ['image/jpeg', bySignature(startsWith('\xff\xd8\xff'))],
  ['image/png', bySignature(startsWith('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'))],
  ['image/gif', bySignature(startsWith('GIF87a', 'GIF89a'))],
  [
    'image/webp',
    bySignature((head) => startsWith('RIFF')(head) && startsWith('WEBP')(head.subarray(8))),
  ],
  ['application/pdf', pdf, pdfAfterOtherBytes],
  // Browsers on machines with Excel declare CSV files as Excel workbooks.
  ['application/vnd.ms-excel', bySignature(startsCompoundFile, isWorkbookCompoundFile), text],
  [
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    bySignature(startsWith('PK\x03\x04'), isWorkbookArchive),
  ],
  ['text/csv', text],
  ['text/plain', text],
];

/** Returns undefined if the declared type is not allowed. With an unknown type, the contents determine it. */
export const contentCheck = (name: string, declared: string): ContentCheck | undefined => {
  const allowed = possibleTypes(declared);
  const isUnknown = isUnknownType(declared);
  const textType = /\.[ct]sv$/i.test(name) ? 'text/csv' : 'text/plain';
  const mayHave = (type: string, make: () => FormatCheck): boolean => {
    if (!isUnknown) return true;
    // A text may mention PDFs.
    if (make === pdfAfterOtherBytes) return /\.pdf$/i.test(name);
    return make !== text || type === textType;
  };
  let candidates = formats.flatMap(([type, ...checks]) =>
    allowed.includes(type)
      ? checks.filter((make) => mayHave(type, make)).map((make) => ({ type, check: make() }))
      : [],
  );
  if (candidates.length === 0) return undefined;
  return {
    take: (chunk) => {
      candidates = candidates.filter(({ check }) => check.take(chunk));
      return candidates.length > 0;
    },
    finish: async (file, judge = judgeWorkbook) => {
      for (const { type, check } of candidates) if (await check.finish(file, judge)) return type;
      return undefined;
    },
  };
};
