import { isUtf8 } from 'node:buffer';
import { decode as decodeForeign, encodingExists } from 'iconv-lite';

// This finds the characters of a mail's bytes. Wrong or missing charset declarations are more common than
// wrong bytes. So valid UTF-8 counts first, then the declared charset (a WHATWG label), then Windows-1252.

/**
 * Matches byte sequences that are valid in UTF-8 (RFC 3629), and every other single byte, in a text with one
 * character for each byte.
 */
const sequences =
  /[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}|[\x80-\xff]/g;

const windows1252 = Array.from({ length: 256 }, (_, byte) =>
  new TextDecoder('windows-1252').decode(Uint8Array.of(byte)),
);

/**
 * Decodes valid UTF-8 sequences as UTF-8 and other bytes as Windows-1252, because a text may contain both.
 */
const decodeMixed = (bytes: Uint8Array): string =>
  latin1(bytes).replaceAll(sequences, (sequence) =>
    sequence.length > 1
      ? Buffer.from(sequence, 'latin1').toString('utf8')
      : (windows1252[sequence.charCodeAt(0)] ?? ''),
  );

const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

/** Charset names that WHATWG does not list. */
const aliases: Record<string, string> = {
  cp932: 'shift_jis',
  cp936: 'gbk',
  cp949: 'euc-kr',
  ms949: 'euc-kr',
  cp950: 'big5',
  utf8mb4: 'utf-8',
  'utf-8-sig': 'utf-8',
  'windows-1252http-equivcontent-type': 'windows-1252',
};

/** Labels that do not identify a charset: the text may have any bytes. */
const saysNothing =
  /^(?:us-?ascii|ascii|ansi_x3\.4.*|unknown.*|x-unknown|default|binary|7bit|8bit|)$/;

/** Decodes UTF-7 (RFC 2152), which has runs of UTF-16 in base64. */
const decodeUtf7 = (bytes: Uint8Array): string =>
  latin1(bytes).replaceAll(/\+([a-z\d+/]*)-?/gi, (_, run: string) => {
    const units = Buffer.from(run, 'base64');
    return run === ''
      ? '+'
      : units
          .subarray(0, units.length & ~1)
          .swap16()
          .toString('utf16le');
  });

/** Returns a decoder of a declared charset; undefined if it is unknown or does not identify one. */
const decoderOf = (declared: string): ((bytes: Uint8Array) => string) | undefined => {
  const label = declared.trim().toLowerCase().replaceAll(/["']/g, '');
  if (saysNothing.test(label)) return undefined;
  try {
    const decoder = new TextDecoder(aliases[label] ?? label);
    return (bytes) => decoder.decode(bytes);
  } catch {
    if (/^(?:unicode-1-1-)?utf-?7$/.test(label)) return decodeUtf7;
    // This charset is for names of folders, not for mails; decoding broken texts with it takes seconds.
    const isOfFolders = label.replaceAll(/[^a-z\d]/g, '') === 'utf7imap';
    if (isOfFolders || !encodingExists(label)) return undefined;
    return (bytes) => decodeForeign(Buffer.from(bytes), label);
  }
};

// biome-ignore-start lint/suspicious/noControlCharactersInRegex: escapes and bytes.
/** Matches escape sequences that begin a character set of ISO-2022-JP (RFC 1468) and similar charsets. */
const iso2022 = /\x1b\$[@B]|\x1b\$\([CD]|\x1b\([JI]/;
/** Matches an escape sequence directly before another one, as between encoded words; WHATWG rejects those. */
const withoutText = /\x1b(?:\$[@B]|\$\([CD]|\([BJI])(?=\x1b[$(])/g;
const hasHighByte = /[\x80-\xff]/;
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: escapes and bytes.
/** Charsets whose texts have no high bytes and are not ASCII: UTF-7, UTF-16 without a mark, HZ. */
const notAscii = /^\W*(?:utf-?7|utf-?16|hz|ucs)/i;
/** A higher share of broken characters means that the declared charset is wrong. */
const brokenShare = 0.05;

/** Decodes bytes, whatever is declared. The result has U+FFFD only if the bytes are U+FFFD in UTF-8. */
export const decodeText = (bytes: Uint8Array, declared: string | undefined): string => {
  const marked = byteOrderMark(bytes);
  if (marked) return new TextDecoder(marked).decode(bytes).replaceAll('\ufffd', '?');
  const whole = latin1(bytes);
  const decoder = declared === undefined ? undefined : decoderOf(declared);
  if (!hasHighByte.test(whole)) {
    if (iso2022.test(whole) && mayBeIso2022(declared)) {
      const joined = Buffer.from(whole.replaceAll(withoutText, ''), 'latin1');
      return new TextDecoder('iso-2022-jp').decode(joined).replaceAll('\ufffd', '?');
    }
    return decoder && notAscii.test(declared ?? '') ? decoder(bytes) : whole;
  }
  if (isUtf8(bytes)) return Buffer.from(bytes).toString('utf8');
  const decoded = decoder?.(bytes);
  if (decoded === undefined) return decodeMixed(bytes);
  const broken = decoded.split('\ufffd').length - 1;
  if (broken === 0) return decoded;
  // Broken UTF-8 is repaired byte by byte.
  if (/^utf-?8/i.test(declared ?? '') || broken > brokenShare * decoded.length) {
    return decodeMixed(bytes);
  }
  return decoded.replaceAll('\ufffd', '?');
};

const mayBeIso2022 = (declared = ''): boolean => {
  const label = declared.trim().toLowerCase();
  return saysNothing.test(label) || /^(?:utf-?8|iso-8859-1|iso-2022.*)$/.test(label);
};

/** Finds a byte order mark; two bytes alone do not prove UTF-16, whose spaces and line ends have a NUL. */
const byteOrderMark = (bytes: Uint8Array): string | undefined => {
  const [first, second, third] = bytes;
  const isWide = bytes.includes(0);
  if (isWide && first === 0xff && second === 0xfe) return 'utf-16le';
  if (isWide && first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : undefined;
};

/** Removes an incomplete character from the end of a truncated text. */
export const withoutHalf = (bytes: Uint8Array): Uint8Array => {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes;
    if (byte >= 0xc0) return bytes.subarray(0, bytes.length - back);
  }
  return bytes;
};

const encodedWord = /=\?([^?\s*]{1,60})(?:\*[^?\s]{0,20})?\?([bq])\?([^?\r\n]{0,2000})\?=/gi;
const maxWords = 2_000;

/**
 * Decodes a header's value, which has one character for each byte: encoded words (RFC 2047) and raw bytes.
 * @param declared the charset of the mail's text, for raw bytes
 */
export const decodeHeader = (value: string, declared: string | undefined): string => {
  const pieces: { charset: string | undefined; bytes: Buffer }[] = [];
  // Neighbours of one charset are joined, because a character may be cut between two encoded words.
  const add = (charset: string | undefined, bytes: Buffer) => {
    const last = pieces.at(-1);
    if (last && last.charset === charset) last.bytes = Buffer.concat([last.bytes, bytes]);
    else pieces.push({ charset, bytes });
  };
  const unfolded = value.replaceAll(/\r?\n(?=[ \t])/g, '').replaceAll(/[\r\n]/g, ' ');
  let at = 0;
  let words = 0;
  for (const word of unfolded.matchAll(encodedWord)) {
    words += 1;
    if (words > maxWords) break;
    const between = unfolded.slice(at, word.index);
    const follows = at > 0 && between.trim() === '';
    if (!follows) add(undefined, Buffer.from(between, 'latin1'));
    const [, charset = '', encoding = '', text = ''] = word;
    add(charset.toLowerCase(), encoding.toLowerCase() === 'b' ? base64(text) : quoted(text));
    at = word.index + word[0].length;
  }
  add(undefined, Buffer.from(unfolded.slice(at), 'latin1'));
  // Headers are ASCII outside their encoded words, whatever the charset of the text is.
  const plain = declared !== undefined && notAscii.test(declared) ? undefined : declared;
  return pieces.map(({ charset, bytes }) => decodeText(bytes, charset ?? plain)).join('');
};

const base64 = (text: string): Buffer => Buffer.from(text, 'base64');

const quoted = (text: string): Buffer =>
  Buffer.from(
    text
      .replaceAll('_', ' ')
      .replaceAll(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  );

// Longer runs of joined characters are not readable text.
const lookBack = 64;
const graphemes = new Intl.Segmenter('pt', { granularity: 'grapheme' });

/** Returns the beginning of a text, cut between two graphemes to at most `max` UTF-16 units. */
export const cutText = (text: string, max: number): string => {
  if (text.length <= max) return text;
  const from = Math.max(0, max - lookBack);
  const around = text.slice(from, max + lookBack);
  const cut = graphemes.segment(around).containing(max - from);
  return text.slice(0, cut && cut.index > 0 ? from + cut.index : max).toWellFormed();
};
