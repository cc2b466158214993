import { foldEmail } from '../text/fold-email.ts';
import { visibleName } from '../text/visible-name.ts';
import { cutText, decodeHeader } from './characters.ts';

// Lists of addresses as headers have them (RFC 5322 §3.4): names, comments, groups, and what
// programs write instead.

/** An address, in lower case, and the name beside it. */
export interface Mailbox {
  address: string;
  name: string | undefined;
}

const maxLine = 20_000;
const maxName = 120;
const maxAddress = 254;

/**
 * The addresses in the value of a header, which has a character for each byte. What stands in angle
 * brackets counts; a name may have an `@`.
 *
 * @param charset of the mail's text, for what is raw
 */
export const addressesIn = (value: string | undefined, charset?: string): Mailbox[] =>
  entriesOf((value ?? '').slice(0, maxLine)).flatMap(({ name, bare, comment, inBrackets }) => {
    if (inBrackets.length > 0) {
      return inBrackets.flatMap((text) => mailbox(text, decodeHeader(name, charset), charset));
    }
    // Without brackets the words with an @ are addresses.
    const words = bare.replaceAll(/\s{0,99}([@.])\s{0,99}/g, '$1').match(/(?:"[^"]*"|\S)+/g) ?? [];
    return words
      .filter((word) => word.includes('@'))
      .flatMap((word) => mailbox(word, decodeHeader(comment, charset), charset));
  });

const mailbox = (text: string, name: string, charset: string | undefined): Mailbox[] => {
  const written = decodeHeader(text, charset)
    .replaceAll(/^@[^:@]{1,250}:|^mailto:|\s{1,99}(?=[@.])|(?<=[@.])\s{1,99}/gi, '')
    .trim();
  const address = foldEmail(written) ?? '';
  const isAddress =
    /^[^@]+@[^@]+$/.test(address.replace(/^"(?:[^"\\]|\\.){0,254}"/, 'x')) &&
    address.length <= maxAddress &&
    !/[\p{Cc}\p{Cs}<>]|\s(?![^@]*")/u.test(address);
  if (!isAddress) return [];
  const visible = visibleName(name.replaceAll(/^["'\s]+|["'\s]+$/g, ''));
  return [
    { address, name: visible && visible !== address ? cutText(visible, maxName) : undefined },
  ];
};

/** One entry of a list. */
interface Entry {
  name: string;
  /** Without what is quoted, unless that is a part of an address. */
  bare: string;
  comment: string;
  inBrackets: string[];
}

const emptyEntry = (): Entry => ({ name: '', bare: '', comment: '', inBrackets: [] });

/**
 * The entries of a list, read once from left to right: strings, comments and brackets may hold
 * commas.
 */
const entriesOf = (line: string): Entry[] => {
  const found: Entry[] = [];
  let entry = emptyEntry();
  // What nobody closed is a character.
  const closes = { '"': true, '(': true };
  const add = (text: string) => {
    entry.name += text;
    entry.bare += text;
  };
  const end = () => {
    if (entry.inBrackets.length > 0 || entry.bare.includes('@')) {
      found.push(entry);
      entry = emptyEntry();
    } else if (entry.name.trim() !== '') add(',');
  };
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] ?? '';
    const word = character === '=' ? encodedWordAt(line, at) : '';
    if (word !== '') {
      entry.name += word;
      at += word.length - 1;
    } else if ((character === '"' || character === '(') && closes[character]) {
      const closed = character === '"' ? closedAt(line, at, '"') : closedAt(line, at, ')');
      closes[character] = closed !== undefined;
      if (closed === undefined) add(character);
      // One inside an address is no name.
      else if (character === '(') entry.comment = /\s/.test(line[at - 1] ?? ' ') ? closed.text : '';
      else {
        entry.name += closed.text;
        // A quoted local part: `"joao silva"@x.com`.
        if (line[closed.end + 1] === '@') entry.bare += `"${closed.text}"`;
      }
      at = closed?.end ?? at;
    } else if (character === '<') {
      const close = line.indexOf('>', at);
      const last = close === -1 ? line.length : close;
      entry.inBrackets.push(line.slice(at + 1, last).replaceAll(/\([^()]{0,500}\)/g, ''));
      at = last;
    } else if (character === ',' || character === ';') end();
    // The name of a group.
    else if (character === ':' && !entry.bare.includes('@')) entry = emptyEntry();
    else add(character);
  }
  if (entry.inBrackets.length > 0 || entry.bare.includes('@')) found.push(entry);
  return found;
};

/** The encoded word that begins at a place; empty if none does. What it hides is a name. */
const encodedWordAt = (line: string, at: number): string => {
  const word = /=\?[^?\s]{1,80}\?[bq]\?[^?\r\n]{0,2000}\?=/iy;
  word.lastIndex = at;
  return word.exec(line)?.[0] ?? '';
};

/** What stands between a quote or a bracket and where it is closed; comments may be in comments. */
const closedAt = (
  line: string,
  start: number,
  close: '"' | ')',
): { text: string; end: number } | undefined => {
  let text = '';
  let depth = 1;
  for (let at = start + 1; at < line.length; at += 1) {
    const character = line[at] ?? '';
    if (character === '\\') {
      at += 1;
      text += line[at] ?? '';
      continue;
    }
    if (character === close) depth -= 1;
    else if (character === '(' && close === ')') depth += 1;
    if (depth === 0) return { text, end: at };
    text += character;
  }
  return undefined;
};
