import { PassThrough, pipeline, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { type MimeNode, Splitter } from '@zone-eu/mailsplit';
import { decodeHeader } from './characters.ts';

// The parts of a mail (MIME, RFC 2045 and 2046), decoded to bytes. Broken parts are treated as text
// (RFC 2045 §5.2).

/** How many bytes of the texts of a mail are read, before decoding; all of its parts together. */
const maxTextBytes = 1_048_576;
/**
 * The headers of a part: reading a list of addresses takes quadratic time. Mail servers accept less
 * (Postfix: 102 400).
 */
const maxHeadSize = 131_072;

/** A header: its name in lower case, and its value with a character for each byte. */
export interface Header {
  name: string;
  value: string;
}

/** A part of a mail, or the mail itself. */
export interface Part {
  headers: Header[];
  /** In lower case, such as `text/plain`. */
  type: string;
  charset: string | undefined;
  disposition: string | undefined;
  name: string | undefined;
  /** Without its angle brackets. */
  contentId: string | undefined;
  /**
   * Whether lines that end in a space go on (RFC 3676), and whether that space is no part of the
   * text.
   */
  flowed: boolean;
  delSp: boolean;
  /** Of a part that has no others. */
  bytes: Buffer;
  /** Whether its text is longer than what was read of it. */
  isCut: boolean;
  /** Of a multipart. */
  parts: Part[];
}

/** The value of a part's header, with a character for each byte; undefined if it has none. */
export const rawHeader = ({ headers }: Part, name: string): string | undefined =>
  headers.find((header) => header.name === name)?.value;

/**
 * Splits a mail into its parts. Throws if its headers or its parts have no end.
 *
 * @param repairs how many more times to guess an undeclared boundary
 */
export const splitMail = async (raw: Buffer, repairs = 3): Promise<Part> => {
  const splitter = new Splitter({ maxHeadSize, ignoreEmbedded: true });
  pipeline(Readable.from([withoutPadding(withLineEnds(raw))]), splitter, () => {});
  const reading = new Map<MimeNode, Reading>();
  let textBytes = 0;
  let root: Reading | undefined;
  for await (const chunk of splitter as AsyncIterable<MailChunk>) {
    if (chunk.type === 'node') {
      const parent = chunk.parentNode ? reading.get(chunk.parentNode) : undefined;
      const started = startPart(chunk, parent?.part);
      parent?.part.parts.push(started.part);
      reading.set(chunk, started);
      root ??= started;
      continue;
    }
    const current = reading.get(chunk.node);
    if (!current || (chunk.type === 'data' && current.part.parts.length > 0)) continue;
    if (!current.isText) {
      current.decoder.write(chunk.value);
      continue;
    }
    const left = Math.max(0, maxTextBytes - textBytes);
    textBytes += chunk.value.length;
    current.part.isCut ||= left < chunk.value.length;
    const read = chunk.value.subarray(0, left);
    current.encoded?.push(read);
    current.decoder.write(read);
  }
  for (const started of reading.values()) await endPart(started);
  if (!root) throw new Error('the mail is empty');
  return repaired(root.part, repairs);
};

type MailChunk = MimeNode | { type: 'data' | 'body'; node: MimeNode; value: Buffer };

/** A part whose bytes are being decoded. */
interface Reading {
  part: Part;
  isText: boolean;
  decoder: PassThrough | ReturnType<MimeNode['getDecoder']>;
  decoded: Buffer[];
  /** Of a text that is declared as base64, what came. */
  encoded: Buffer[] | undefined;
}

const byteOrderMark = Buffer.from('\ufeff');

/**
 * Without a byte order mark and empty lines before the headers; with line feeds if it has carriage
 * returns alone.
 */
const withLineEnds = (raw: Buffer): Buffer => {
  const start = raw.subarray(0, 3).equals(byteOrderMark) ? 3 : 0;
  const lines = raw.includes('\n')
    ? raw
    : Buffer.from(raw).map((byte) => (byte === 13 ? 10 : byte));
  const first = lines.findIndex((byte, at) => at >= start && byte !== 10 && byte !== 13);
  return Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength).subarray(Math.max(first, 0));
};

const maxDelimiter = 80;

/** Without the spaces after boundaries, which RFC 2046 §5.1.1 allows. */
const withoutPadding = (mail: Buffer): Buffer => {
  const pieces: Buffer[] = [];
  let boundaries: Set<string> | undefined;
  let kept = 0;
  for (let at = mail.indexOf('\n--'); at !== -1; at = mail.indexOf('\n--', at + 1)) {
    const line = mail.subarray(at + 1, at + 1 + maxDelimiter).toString('latin1');
    const padded = /^--(\S[^\r\n]*?)(?:--)?([ \t]+)(?=\r?\n|$)/.exec(line);
    if (!padded) continue;
    const [delimiter, boundary = '', padding = ''] = padded;
    boundaries ??= boundariesIn(mail);
    if (!boundaries.has(boundary)) continue;
    const end = at + 1 + delimiter.length;
    pieces.push(mail.subarray(kept, end - padding.length));
    kept = end;
  }
  return pieces.length === 0 ? mail : Buffer.concat([...pieces, mail.subarray(kept)]);
};

const boundariesIn = (mail: Buffer): Set<string> =>
  new Set(
    [...mail.toString('latin1').matchAll(/\bboundary\s{0,3}=\s{0,3}"?([^"\s;]{1,70})/gi)].flatMap(
      ([, boundary]) => boundary ?? [],
    ),
  );

const startPart = (node: MimeNode, parent: Part | undefined): Reading => {
  const headers = headersOf(node);
  const value = (name: string) => headers.find((header) => header.name === name)?.value;
  const name = nameOf(node, value('content-disposition'), value('content-type'));
  const disposition = (node.disposition && /^[a-z]+/.exec(node.disposition)?.[0]) || undefined;
  const declared = value('content-type');
  const type = typeOf(declared, {
    isFile: name !== undefined || disposition === 'attachment',
    byDefault: parent?.type === 'multipart/digest' ? 'message/rfc822' : 'text/plain',
  });
  const part: Part = {
    headers,
    type,
    charset: node.charset || /charset\s?=\s?"?([\w.:-]{1,60})/i.exec(declared ?? '')?.[1],
    disposition,
    name,
    contentId: /<?([^<>\s]{1,500})>?/.exec(value('content-id') ?? '')?.[1],
    flowed: node.flowed,
    delSp: node.delSp,
    bytes: Buffer.alloc(0),
    isCut: false,
    parts: [],
  };
  const decoder = type.startsWith('multipart/') ? new PassThrough() : node.getDecoder();
  const decoded: Buffer[] = [];
  decoder.on('data', (bytes: Buffer) => decoded.push(bytes));
  const isText = type.startsWith('text/') && disposition !== 'attachment';
  const isBase64 = isText && value('content-transfer-encoding')?.toLowerCase() === 'base64';
  return { part, isText, decoder, decoded, encoded: isBase64 ? [] : undefined };
};

const endPart = async ({ part, decoder, decoded, encoded }: Reading): Promise<void> => {
  const ended = finished(decoder);
  decoder.end();
  await ended;
  const came = encoded && Buffer.concat(encoded);
  if (came && !isInBase64(came, part.isCut)) part.bytes = came;
  else part.bytes = decoded.length === 1 && decoded[0] ? decoded[0] : Buffer.concat(decoded);
};

/**
 * Whether a text is in base64, as it says: some programs declare that and send it as it is. Servers
 * on the way put their own lines below, and characters of no base64 are ignored (RFC 2045 §6.8).
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

const headersOf = ({ headers }: MimeNode): Header[] =>
  headers
    ? headers
        .getList()
        .map(({ key, line }) => ({ name: key, value: line.slice(line.indexOf(':') + 1).trim() }))
    : [];

const types = new Set(
  'text image audio video application message multipart font model chemical x-world'.split(' '),
);

/** The type of a part. An invalid type becomes text/plain, or octet-stream for a file. */
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

const encodedName = /name\s?=\s?"?((?:=\?[^?\s]{1,60}\?[bq]\?[^?"\r\n]{0,2000}\?=\s{0,80}){1,40})/i;

/** The name at the end of a path of Windows. */
const nameInPath = /name\s?=\s?"?[a-z]:\\(?:[^"\\\r\n;]{0,200}\\){0,20}([^"\\\r\n;]{1,200})/i;

const nameOf = (node: MimeNode, ...lines: (string | undefined)[]): string | undefined => {
  // Encoded words do not belong there, but most programs write them.
  const words = lines.flatMap((line) => encodedName.exec(line ?? '')?.[1] ?? [])[0];
  if (words !== undefined) return decodeHeader(words, undefined).trim() || undefined;
  // A backslash would quote what follows, but nobody means that in a path.
  const inPath = lines.flatMap((line) => nameInPath.exec(line ?? '')?.[1] ?? [])[0];
  if (inPath !== undefined) return decodeHeader(inPath, undefined).trim() || undefined;
  if (!node.filename) return undefined;
  // Raw bytes that are not UTF-8 come as a character for each.
  const isRaw = /[\x80-\x9f]/.test(node.filename) && /^[\0-\xff]*$/.test(node.filename);
  return (isRaw ? decodeHeader(node.filename, undefined) : node.filename).trim() || undefined;
};

/** A multipart without parts is one whose boundary is not the declared one, or text. */
const repaired = async (part: Part, repairs: number): Promise<Part> => {
  const parts: Part[] = [];
  for (const inner of part.parts) parts.push(await repaired(inner, repairs));
  // What has parts is a multipart, whatever its type says.
  if (parts.length > 0 && !part.type.startsWith('multipart/')) {
    return { ...part, type: 'multipart/mixed', parts };
  }
  if (!part.type.startsWith('multipart/') || parts.length > 0) return { ...part, parts };
  const start = part.bytes.subarray(0, maxHeadSize).toString('latin1');
  const boundary = /(?:^|\n)--([^\s"]{1,70})[ \t]{0,9}\r?\n(?=content-)/i.exec(start)?.[1];
  const asText = { ...part, type: 'text/plain', bytes: part.bytes.subarray(0, maxTextBytes) };
  if (boundary === undefined || repairs === 0) return asText;
  const head = `Content-Type: ${part.type}; boundary="${boundary}"\r\n\r\n`;
  try {
    const again = await splitMail(Buffer.concat([Buffer.from(head), part.bytes]), repairs - 1);
    return { ...part, parts: again.parts };
  } catch {
    return asText;
  }
};
