const encodedWord = /=\?([\w-]{1,40})(?:\*[\w-]{1,20})?\?([bq])\?([^?\s]{0,500})\?=/gi;
const betweenWords = /(\?=)\s{1,20}(?==\?)/g;
const wider = /[\u0100-\uffff]/;

/** Decodes bytes as UTF-8 if they are valid UTF-8, otherwise as Windows-1252. */
const decodeBytes = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};

/**
 * Decodes a form's file name, given its bytes as Latin-1: UTF-8, Windows-1252 or encoded words (RFC 2047),
 * which some clients send. A name that is already decoded, such as one of RFC 5987, is unchanged.
 */
export const decodeName = (name: string): string => {
  const text = wider.test(name) ? name : decodeBytes(Buffer.from(name, 'latin1'));
  return text.replaceAll(betweenWords, '$1').replaceAll(encodedWord, decodeWord);
};

const decodeWord = (word: string, charset: string, encoding: string, text: string): string => {
  const quoted = () =>
    text
      .replaceAll('_', ' ')
      .replaceAll(/=([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  const bytes =
    encoding.toLowerCase() === 'b' ? Buffer.from(text, 'base64') : Buffer.from(quoted(), 'latin1');
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return word;
  }
};
