/// <reference path="./libmime.d.ts" />
import libmime from 'libmime';
import { decodeHeader } from '../../text/characters.ts';

// This reads the headers of a mail or a part (RFC 5322 §2.2), including those of broken programs.

/** A header: its name in lower case, and its value with a character for each byte. */
export interface Header {
  name: string;
  value: string;
}

/**
 * The maximum length of a part's headers: reading a list of addresses takes quadratic time. Mail servers
 * accept less (Postfix: 102 400).
 */
const maxHead = 131_072;

const maxIndent = 80;
const headerLine = /^[ \t]{0,9}[!-9;-~]{1,200}\s{0,9}:/;
const mailboxLine = /^>?From /;
/** A line above one of these headers that is no header is broken, and not the beginning of the text. */
const expected = {
  mail: /^(from|to|subject|date|message-id|mime-version|content-[a-z-]{1,30})[ \t]*:/gim,
  part: /^(content-[a-z-]{1,30})[ \t]*:/gim,
};

/**
 * Separates the headers of a mail or part from its body, which begins at the first line that is no header.
 * The empty line between them may have spaces or be missing. Throws if the headers have no end.
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
    // A line that is not between headers, or that separates parts, belongs to the body.
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

/** Returns the end of a header with its continuation lines. */
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

/** Returns the beginning of the last mandatory header before an empty line. */
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

/** Parses the parameters of a header (RFC 2045 §5.1, RFC 2231); their names are in lower case. */
export const parametersOf = (value = ''): Record<string, string | undefined> =>
  libmime.parseHeaderValue(value.replaceAll(/\r?\n/g, '').replace(withoutSemicolon, '$1; ')).params;

/** Some programs write `attachment filename=…` or only `filename=…`. */
const withoutSemicolon =
  /^([^;=]{0,120}?)[ \t]*\b(?=(?:(?:file)?name[*\d]{0,4}|charset|boundary)\s?=)/i;

/** Matches the name at the end of a Windows path. */
const nameInPath = /name\s?=\s?"?[a-z]:\\(?:[^"\\\r\n;]{0,200}\\){0,20}([^"\\\r\n;]{1,200})/i;

/** Returns the name of a file. Most programs write encoded words in it, although the RFC forbids them. */
export const fileNameIn = (disposition = '', type = ''): string | undefined => {
  // A backslash would escape the next character, but nobody intends that in a path.
  const inPath = nameInPath.exec(disposition)?.[1] ?? nameInPath.exec(type)?.[1];
  const name = inPath ?? (parametersOf(disposition).filename || parametersOf(type).name);
  if (!name) return undefined;
  const isDecoded = /[^\0-\xff]/.test(name);
  return (isDecoded ? name : decodeHeader(name, undefined)).trim() || undefined;
};
