import { isWorkbookCompoundFile, startsCompoundFile } from './compound-file.ts';
import type { Source } from './source.ts';
import { TextCheck } from './text.ts';
import { isWorkbookArchive } from './workbook-archive.ts';

/** Checks a file's contents while they stream through, and again once the complete file can be read. */
export interface ContentCheck {
  /** Takes the next bytes; returns false as soon as the file cannot be of the type. */
  take: (chunk: Buffer) => boolean;
  /** Whether the complete file is of the type. */
  finish: (file: Source) => Promise<boolean>;
}

const headBytes = 16;

/** Checks the first bytes, and optionally the complete file. */
const bySignature = (
  matches: (head: Buffer) => boolean,
  whole: (file: Source) => Promise<boolean> = async () => true,
): ContentCheck => {
  let head = Buffer.alloc(0);
  return {
    take: (chunk) => {
      if (head.length === headBytes) return true;
      head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)]);
      return head.length < headBytes || matches(head);
    },
    finish: async (file) => matches(head) && whole(file),
  };
};

const startsWith =
  (...signatures: string[]) =>
  (head: Buffer): boolean =>
    signatures.some((text) => head.toString('latin1').startsWith(text));

const text = (): ContentCheck => {
  const check = new TextCheck();
  return { take: (chunk) => check.take(chunk), finish: async () => check.finish() };
};

/** An Excel 97–2003 workbook, or a CSV: browsers on machines with Excel send CSVs with this type. */
const excel = (): ContentCheck => {
  const workbook = bySignature(startsCompoundFile, isWorkbookCompoundFile);
  const table = text();
  let couldBe = [workbook, table];
  return {
    take: (chunk) => {
      couldBe = couldBe.filter((check) => check.take(chunk));
      return couldBe.length > 0;
    },
    finish: async (file) => {
      for (const check of couldBe) if (await check.finish(file)) return true;
      return false;
    },
  };
};

/** The content check of each allowed type: docs/behaviour.md#attachments. */
export const contentChecks = {
  'image/jpeg': () => bySignature(startsWith('\xff\xd8\xff')),
  'image/png': () => bySignature(startsWith('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')),
  'image/gif': () => bySignature(startsWith('GIF87a', 'GIF89a')),
  'image/webp': () =>
    bySignature((head) => startsWith('RIFF')(head) && startsWith('WEBP')(head.subarray(8))),
  'application/pdf': () => bySignature(startsWith('%PDF-')),
  'text/plain': text,
  'text/csv': text,
  'application/vnd.ms-excel': excel,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': () =>
    bySignature(startsWith('PK\x03\x04'), isWorkbookArchive),
} satisfies Record<string, () => ContentCheck>;

/** An allowed attachment type. */
export type CheckedType = keyof typeof contentChecks;

/** Whether attachments may have this type. */
export const isCheckedType = (type: string): type is CheckedType =>
  Object.hasOwn(contentChecks, type);
