import { isWorkbookCompoundFile, startsCompoundFile } from './compound-file.ts';
import type { Source } from './source.ts';
import { TextCheck } from './text.ts';
import { isWorkbookArchive } from './workbook-archive.ts';

/** Checks a file's contents while they stream through, and again once the complete file can be read. */
export interface ContentCheck {
  /** Takes the next bytes; returns false as soon as the file cannot be of the type. */
  take: (chunk: Buffer) => boolean;
  /** The type of the complete file; undefined if it is not of the type declared, or of no allowed one. */
  finish: (file: Source) => Promise<string | undefined>;
}

interface FormatCheck {
  take: (chunk: Buffer) => boolean;
  finish: (file: Source) => Promise<boolean>;
}

const headBytes = 16;

/** Checks the first bytes, and optionally the complete file. */
const bySignature =
  (
    matches: (head: Buffer) => boolean,
    whole: (file: Source) => Promise<boolean> = async () => true,
  ) =>
  (): FormatCheck => {
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

const text = (): FormatCheck => {
  const check = new TextCheck();
  return { take: (chunk) => check.take(chunk), finish: async () => check.finish() };
};

/** The formats that a file of each allowed type may have: docs/behaviour.md#attachments. */
const formats: [type: string, ...(() => FormatCheck)[]][] = [
  ['image/jpeg', bySignature(startsWith('\xff\xd8\xff'))],
  ['image/png', bySignature(startsWith('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'))],
  ['image/gif', bySignature(startsWith('GIF87a', 'GIF89a'))],
  [
    'image/webp',
    bySignature((head) => startsWith('RIFF')(head) && startsWith('WEBP')(head.subarray(8))),
  ],
  // Some programs write a byte order mark or a line end first.
  ['application/pdf', bySignature((head) => /^(ï»¿)?\s*%PDF-/.test(head.toString('latin1')))],
  // Browsers on machines with Excel send CSVs with the type of its workbooks.
  ['application/vnd.ms-excel', bySignature(startsCompoundFile, isWorkbookCompoundFile), text],
  [
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    bySignature(startsWith('PK\x03\x04'), isWorkbookArchive),
  ],
  ['text/csv', text],
  ['text/plain', text],
];

/** What programs send that do not guess a type from the name. */
const unknownType = 'application/octet-stream';

/**
 * The check of a file with this name and declared type; undefined if the type is not allowed. `application/octet-stream` is any allowed
 * type that the contents have.
 */
export const contentCheck = (name: string, declared: string): ContentCheck | undefined => {
  const isUnknown = declared === unknownType;
  const textType = /\.[ct]sv$/i.test(name) ? 'text/csv' : 'text/plain';
  let candidates = formats.flatMap(([type, ...checks]) => {
    if (!isUnknown && type !== declared) return [];
    const possible = checks.filter((make) => !isUnknown || make !== text || type === textType);
    return possible.map((make) => ({ type, check: make() }));
  });
  if (candidates.length === 0) return undefined;
  return {
    take: (chunk) => {
      candidates = candidates.filter(({ check }) => check.take(chunk));
      return candidates.length > 0;
    },
    finish: async (file) => {
      for (const { type, check } of candidates) if (await check.finish(file)) return type;
      return undefined;
    },
  };
};
