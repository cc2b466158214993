import { decodeText } from '../../text/characters.ts';

// This reads RTF as Outlook stores it: compressed (MS-OXRTFCP), and sometimes around HTML (MS-OXRTFEX).

const known =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx';
const windowSize = 4_096;
const headLength = 16;
const compressed = 0x75465a4c;
const maxLength = 1_048_576;

/** Decompresses RTF to at most a mebibyte, with one character for each byte. */
export const decompressRtf = (bytes: Buffer): string => {
  if (bytes.length < headLength) return '';
  const size = Math.min(bytes.readUInt32LE(4), maxLength);
  if (bytes.readUInt32LE(8) !== compressed) {
    return bytes.toString('latin1', headLength, headLength + size);
  }
  const output = Buffer.alloc(known.length + size);
  let length = output.write(known, 'latin1');
  let at = headLength;
  while (length < output.length && at < bytes.length) {
    const control = bytes[at] ?? 0;
    at += 1;
    for (let bit = 1; bit < 256 && length < output.length && at < bytes.length; bit *= 2) {
      if ((control & bit) === 0) {
        output[length] = bytes[at] ?? 0;
        length += 1;
        at += 1;
        continue;
      }
      const reference = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
      at += 2;
      // The reference is a position in a window that begins with a known text; this is its distance.
      const back = (length - (reference >> 4) + windowSize) % windowSize;
      if (back === 0) return output.toString('latin1', known.length, length);
      const end = Math.min(length + (reference & 15) + 2, output.length);
      for (; length < end; length += 1) output[length] = output[length - back] ?? 0;
    }
  }
  return output.toString('latin1', known.length, length);
};

const token =
  /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([\da-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]+)|[\r\n]+/gi;
/** Groups whose text readers do not see. */
const silent = new Set('fonttbl colortbl stylesheet info pict header footer object'.split(' '));
const signs: Record<string, string> = { par: '\n', line: '\n', row: '\n', tab: '\t', cell: '\t' };
const maxGroups = 1_000;

export const rtfText = (rtf: string, charset: string): string => {
  const text: string[] = [];
  const bytes: number[] = [];
  /** For each enclosing group, whether it is silent. */
  const groups: boolean[] = [false];
  let skipped = 0;
  const write = (said: string) => {
    if (bytes.length > 0) text.push(decodeText(Buffer.from(bytes.splice(0)), charset));
    text.push(said);
  };
  for (const [, word, number, hex, sign, brace, plain] of rtf.matchAll(token)) {
    const isSilent = groups.at(-1) ?? false;
    if (brace === '{' && groups.length < maxGroups) groups.push(isSilent);
    else if (brace === '}' && groups.length > 1) groups.pop();
    else if (sign === '*' || (word !== undefined && silent.has(word)))
      groups[groups.length - 1] = true;
    else if (isSilent) continue;
    else if (hex !== undefined) {
      if (skipped > 0) skipped -= 1;
      else bytes.push(parseInt(hex, 16));
    } else if (word === 'u' && number !== undefined) {
      write(String.fromCharCode(Number(number) & 0xffff));
      skipped = 1;
    } else if (word !== undefined) write(signs[word] ?? '');
    else if (sign !== undefined) write(sign === '~' ? ' ' : /[\\{}]/.test(sign) ? sign : '');
    else if (plain !== undefined) {
      write(plain.slice(skipped));
      skipped = 0;
    }
  }
  write('');
  return text.join('');
};
