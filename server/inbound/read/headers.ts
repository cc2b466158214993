import libmime from 'libmime';
import { decodeHeader } from './characters.ts';

// The headers of a mail or of a part (RFC 5322 §2.2), as far as broken programs write them.

/** A header: its name in lower case, and its value with a character for each byte. */
export interface Header {
  name: string;
  value: string;
}

/**
 * The headers of a part: reading a list of addresses takes quadratic time. Mail servers accept less
 * (Postfix: 102 400).
 */
const maxHead = 131_072;

const maxIndent = 80;
const headerLine = /^[ \t]{0,9}[!-9;-~]{1,200}\s{0,9}:/;
const mailboxLine = /^>?From /;
/** A line of no header above one of these is broken, and no beginning of the text. */
const expected = {
  mail: /^(from|to|subject|date|message-id|mime-version|content-[a-z-]{1,30})[ \t]*:/gim,
  part: /^(content-[a-z-]{1,30})[ \t]*:/gim,
};

/**
 * Separates the headers of a mail or a part from its body, which begins at the first line that is no
 * header: the empty line between them may have spaces, or be missing. Throws if they have no end.
 */
export const splitHead = (
  bytes: Buffer,
  kind: keyof typeof expected,
): { headers: Header[]; body: Buffer } => {
  const text = bytes.toString('latin1', 0, maxHead + 1);
  const headersEnd = lastExpected(text, expected[kind]);
  const lines: string[] = [];
  let at = 0;
  while (at < text.length) {
    const end = endOfField(text, at);
    const line = text.slice(at, end).replace(/\r?\n$/, '');
    const isBlank = line.trim() === '';
    const isField = headerLine.test(line);
    if (isField) lines.push(line);
    // What is not in the middle of headers, or separates parts, is the body.
    const isBroken = at < headersEnd && line !== '' && !line.startsWith('--');
    if (!isField && !isBroken && !(at === 0 && mailboxLine.test(line))) {
      if (isBlank) at = end;
      break;
    }
    at = end;
  }
  if (at > maxHead) throw new Error('the headers have no end');
  return { headers: lines.map(headerOf), body: bytes.subarray(at) };
};

/** Where a line ends, with those that continue it. */
const endOfField = (text: string, at: number): number => {
  let end = at;
  do {
    const found = text.indexOf('\n', end);
    end = found === -1 ? text.length : found + 1;
  } while (
    text.slice(at, end).trim() !== '' &&
    /^[ \t]+[^\s]/.test(text.slice(end, end + maxIndent))
  );
  return end;
};

/** Where the last header that a program must write begins, of those before an empty line. */
const lastExpected = (text: string, pattern: RegExp): number => {
  const seen = new Set<string>();
  let last = 0;
  const end = text.search(/\n\r?\n/);
  for (const { index, 1: name = '' } of text
    .slice(0, end === -1 ? undefined : end)
    .matchAll(pattern)) {
    if (!seen.has(name.toLowerCase())) last = index;
    seen.add(name.toLowerCase());
  }
  return last;
};

const headerOf = (line: string): Header => {
  const colon = line.indexOf(':');
  return { name: line.slice(0, colon).trim().toLowerCase(), value: line.slice(colon + 1).trim() };
};

/** Parameters of a header (RFC 2045 §5.1, RFC 2231), their names in lower case. */
export const parametersOf = (value = ''): Record<string, string | undefined> =>
  libmime.parseHeaderValue(value.replaceAll(/\r?\n/g, '').replace(withoutSemicolon, '$1; ')).params;

/** What some programs write: `attachment filename=…` or `filename=…` alone. */
const withoutSemicolon =
  /^([^;=]{0,120}?)[ \t]*\b(?=(?:(?:file)?name[*\d]{0,4}|charset|boundary)\s?=)/i;

/** The name at the end of a path of Windows. */
const nameInPath = /name\s?=\s?"?[a-z]:\\(?:[^"\\\r\n;]{0,200}\\){0,20}([^"\\\r\n;]{1,200})/i;

/** The name of a file; encoded words do not belong there, but most programs write them. */
export const fileNameIn = (disposition = '', type = ''): string | undefined => {
  // A backslash would quote what follows, but nobody means that in a path.
  const inPath = nameInPath.exec(disposition)?.[1] ?? nameInPath.exec(type)?.[1];
  const name = inPath ?? (parametersOf(disposition).filename || parametersOf(type).name);
  if (!name) return undefined;
  const isDecoded = /[^\0-\xff]/.test(name);
  return (isDecoded ? name : decodeHeader(name, undefined)).trim() || undefined;
};
