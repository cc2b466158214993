import { fileNameIn, type Header, parametersOf, splitHead } from './headers.ts';
import { decodeTransfer } from './transfer.ts';

// This splits a mail into its parts (MIME, RFC 2045 and 2046) and decodes them to bytes. Broken parts count
// as text (RFC 2045 §5.2).

/** How many encoded bytes of a mail's texts are read, in all parts together. */
const maxTextBytes = 1_048_576;
const maxParts = 1_000;
/** The maximum depth of nested parts (Postfix: 100); a deeper part is a file. */
const maxDepth = 100;

/** A part of a mail, or the mail itself. */
export interface Part {
  headers: Header[];
  /** The type in lower case, such as `text/plain`. */
  type: string;
  charset: string | undefined;
  disposition: string | undefined;
  name: string | undefined;
  /** The Content-ID without its angle brackets. */
  contentId: string | undefined;
  /** True if lines that end in a space continue (RFC 3676), and whether that space is removed. */
  flowed: boolean;
  delSp: boolean;
  /** The contents of a part without nested parts. */
  bytes: Buffer;
  /** True if its text was truncated. */
  isCut: boolean;
  parts: Part[];
}

/** Returns a part's header with one character for each byte; undefined if it has none. */
export const rawHeader = ({ headers }: Part, name: string): string | undefined =>
  headers.find((header) => header.name === name)?.value;

/** How much of a mail may still be read. */
interface Left {
  textBytes: number;
  parts: number;
}

/** Splits a mail into its parts; too many parts become one text. Throws if the mail's headers have no end. */
export const splitMail = (raw: Buffer): Part => {
  if (raw.length === 0) throw new Error('the mail is empty');
  const left = { textBytes: maxTextBytes, parts: maxParts };
  return readPart(withLineEnds(raw), { depth: 0, byDefault: 'text/plain' }, left);
};

const lineFeed = 10;
const carriageReturn = 13;
const byteOrderMark = Buffer.from('\ufeff');

/**
 * Removes a byte order mark and empty lines before the headers, and converts carriage returns without line
 * feeds.
 */
const withLineEnds = (raw: Buffer): Buffer => {
  const start = raw.subarray(0, 3).equals(byteOrderMark) ? 3 : 0;
  let first = start;
  while (raw[first] === lineFeed || raw[first] === carriageReturn) first += 1;
  if (raw.includes('\n')) return raw.subarray(first);
  const lines = Buffer.from(raw.subarray(first));
  for (let at = 0; at < lines.length; at += 1) {
    if (lines[at] === carriageReturn) lines[at] = lineFeed;
  }
  return lines;
};

interface Place {
  depth: number;
  /** The type of a part without a declared one. */
  byDefault: string;
}

const readPart = (bytes: Buffer, { depth, byDefault }: Place, left: Left): Part => {
  const { headers, body } = splitHead(bytes, depth === 0 ? 'mail' : 'part');
  const value = (name: string) => headers.find((header) => header.name === name)?.value;
  const [declared, written] = [value('content-type'), value('content-disposition')];
  const parameters = parametersOf(declared);
  const name = fileNameIn(written, declared);
  const disposition = /^[a-z]+(?![\w*]|\s{0,9}=)/i.exec(written ?? '')?.[0].toLowerCase();
  const isFile = name !== undefined || disposition === 'attachment';
  const part: Part = {
    headers,
    type: typeOf(declared, { isFile, byDefault }),
    charset: parameters.charset || /charset\s?=\s?"?([\w.:-]{1,60})/i.exec(declared ?? '')?.[1],
    disposition,
    name,
    contentId: /<?([^<>\s]{1,500})>?/.exec(value('content-id') ?? '')?.[1],
    flowed: parameters.format?.toLowerCase().trim() === 'flowed',
    delSp: parameters.delsp?.toLowerCase().trim() === 'yes',
    bytes: Buffer.alloc(0),
    isCut: false,
    parts: [],
  };
  const isMultipart = part.type.startsWith('multipart/');
  const { pieces, around } = splitBody(body, boundariesOf(body, parameters.boundary, isMultipart));
  if (pieces.length > 0 && pieces.length <= left.parts && depth < maxDepth) {
    left.parts -= pieces.length;
    const inner = part.type === 'multipart/digest' ? 'message/rfc822' : 'text/plain';
    // A part with nested parts is a multipart, whatever its type says.
    if (!isMultipart) part.type = 'multipart/mixed';
    part.parts = pieces.map((piece) =>
      readPart(piece, { depth: depth + 1, byDefault: inner }, left),
    );
    return part;
  }
  if (isMultipart) part.type = 'text/plain';
  const encoding = /[a-z\d-]+/i.exec(value('content-transfer-encoding') ?? '')?.[0].toLowerCase();
  return readLeaf(part, around, encoding, left);
};

const readLeaf = (part: Part, body: Buffer, encoding: string | undefined, left: Left): Part => {
  if (!part.type.startsWith('text/') || part.disposition === 'attachment') {
    return { ...part, bytes: decodeTransfer(body, encoding) };
  }
  const read = body.subarray(0, left.textBytes);
  left.textBytes -= read.length;
  const isCut = read.length < body.length;
  const isAsItCame = encoding === 'base64' && !isInBase64(read, isCut);
  return { ...part, isCut, bytes: isAsItCame ? read : decodeTransfer(read, encoding) };
};

const guessedIn = 131_072;

/**
 * Returns the possible boundaries of nested parts: the declared one, and that of a first nested multipart.
 */
const boundariesOf = (
  body: Buffer,
  declared: string | undefined,
  isMultipart: boolean,
): string[] => {
  const first = isMultipart
    ? /(?:^|\n)--([^\s"]{1,70})[ \t]{0,9}\r?\n(?=content-)/i.exec(
        body.toString('latin1', 0, guessedIn),
      )?.[1]
    : undefined;
  return [declared, first].flatMap((boundary) => boundary || []);
};

interface Pieces {
  /** The non-empty parts. */
  pieces: Buffer[];
  /** The bytes before, between and after boundaries. */
  around: Buffer;
}

/** Splits a body at the first boundary that separates anything (RFC 2046 §5.1.1). */
const splitBody = (body: Buffer, boundaries: readonly string[]): Pieces => {
  let around = body;
  for (const boundary of boundaries) {
    const { parts, outside } = segmentsOf(body, Buffer.from(`--${boundary}`, 'latin1'));
    const pieces = parts.filter((part) => part.length > 0);
    if (pieces.length > 0) return { pieces, around };
    around = Buffer.concat(outside);
  }
  return { pieces: [], around };
};

const maxPadding = 80;

/** Returns the bytes between delimiters, and those before the first and after the closing one. */
const segmentsOf = (body: Buffer, delimiter: Buffer): { parts: Buffer[]; outside: Buffer[] } => {
  const parts: Buffer[] = [];
  const outside: Buffer[] = [];
  let open = outside;
  let start = 0;
  for (let at = lineAt(body, delimiter, 0); at !== -1; at = lineAt(body, delimiter, at + 1)) {
    const rest = body.toString('latin1', at + delimiter.length, at + delimiter.length + maxPadding);
    const [line, closing] = /^(--)?[ \t]*(?:\r?\n|$)/.exec(rest) ?? [];
    if (line === undefined) continue;
    open.push(body.subarray(start, Math.max(start, at - lineEndBefore(body, at))));
    if (open.length > maxParts) break;
    start = at + delimiter.length + line.length;
    if (closing === undefined) {
      open = parts;
    } else if (open === parts) {
      open = outside;
      break;
    }
  }
  open.push(body.subarray(start));
  return { parts, outside };
};

/** Returns the next line that begins with these bytes; -1 if there is none. */
const lineAt = (body: Buffer, start: Buffer, from: number): number => {
  if (from === 0 && body.subarray(0, start.length).equals(start)) return 0;
  const found = body.indexOf(Buffer.concat([Buffer.of(lineFeed), start]), Math.max(0, from - 1));
  return found === -1 ? -1 : found + 1;
};

const lineEndBefore = (body: Buffer, at: number): number => {
  if (at === 0) return 0;
  return body[at - 2] === carriageReturn ? 2 : 1;
};

/**
 * Tests whether a text is in base64 as declared, because some programs send plain text. Servers on the way
 * append lines, and other characters are ignored (RFC 2045 §6.8).
 */
const isInBase64 = (bytes: Buffer, isCut: boolean): boolean => {
  const lines = bytes
    .toString('latin1')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const inWords = lines.filter((line) => /\s|[\x80-\xff]/.test(line));
  const [only = '', ...others] = lines;
  const isHalf = others.length === 0 && /^\w+$/.test(only) && only.length % 4 === 1;
  return inWords.length * 2 < Math.max(lines.length, 1) && (isCut || !isHalf);
};

const types = new Set(
  'text image audio video application message multipart font model chemical x-world'.split(' '),
);

/** Returns the type of a part; an invalid type becomes text/plain, or octet-stream for a file. */
const typeOf = (
  declared: string | undefined,
  { isFile, byDefault }: { isFile: boolean; byDefault: string },
): string => {
  const unknown = isFile ? 'application/octet-stream' : byDefault;
  if (declared === undefined) return unknown;
  const [, main = '', sub] =
    /^[\s"']*([a-z-]{1,60})(?:\s?\/\s?([\w.+-]{1,120}))?/i
      .exec(declared)
      ?.map((text) => text?.toLowerCase()) ?? [];
  if (sub !== undefined && types.has(main)) return `${main}/${sub}`;
  if (main === 'multipart') return 'multipart/mixed';
  if (main === 'html') return 'text/html';
  return unknown;
};
