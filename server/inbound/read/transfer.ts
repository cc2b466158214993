import { withoutUuencoded } from './uuencode.ts';

const [tab, lineFeed, carriageReturn, space, equals] = [9, 10, 13, 32, 61];

/** Decodes the bytes of a part by its `Content-Transfer-Encoding` (RFC 2045 §6). */
export const decodeTransfer = (bytes: Buffer, encoding: string | undefined): Buffer => {
  if (encoding === 'base64') return decodeBase64(bytes);
  if (encoding === 'quoted-printable') return decodeQuoted(bytes);
  return /^(?:x-)?uue(?:ncode)?$/.test(encoding ?? '') ? decodeUuencoded(bytes) : bytes;
};

const decodeUuencoded = (bytes: Buffer): Buffer => {
  const text = bytes.toString('latin1').replaceAll('\r', '');
  return withoutUuencoded(text).files[0]?.contents ?? bytes;
};

/** Decodes base64 whose lines may each be padded, because Node's decoder stops at the first padding. */
const decodeBase64 = (bytes: Buffer): Buffer => {
  const decoded = Buffer.alloc(bytes.length);
  let length = 0;
  for (const segment of bytes.toString('latin1').split(/=[=\s]*/)) {
    length += decoded.write(segment, length, 'base64');
  }
  return decoded.subarray(0, length);
};

const decodeQuoted = (bytes: Buffer): Buffer => {
  const decoded = Buffer.alloc(bytes.length);
  let length = 0;
  // Spaces at the end of a line are from the transport, unless they are encoded.
  let lineEnd = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    let byte = bytes[at] ?? 0;
    if (byte === equals) {
      const end = endOfSoftBreak(bytes, at + 1);
      if (end !== undefined) {
        at = end;
        continue;
      }
      const encoded = hexDigit(bytes[at + 1]) * 16 + hexDigit(bytes[at + 2]);
      if (encoded >= 0) {
        byte = encoded;
        at += 2;
      }
      lineEnd = length + 1;
    } else if (byte === lineFeed || byte === carriageReturn) {
      length = lineEnd;
    }
    decoded[length] = byte;
    length += 1;
    if (byte !== space && byte !== tab) lineEnd = length;
  }
  return decoded.subarray(0, length);
};

const maxPadding = 80;

/** Returns the last byte of a line end that may have spaces before it; undefined if there is none. */
const endOfSoftBreak = (bytes: Buffer, from: number): number | undefined => {
  let at = from;
  while (at < from + maxPadding && (bytes[at] === space || bytes[at] === tab)) at += 1;
  if (bytes[at] === carriageReturn) at += 1;
  return at >= bytes.length || bytes[at] === lineFeed ? at : undefined;
};

/** Returns a digit's value; for other characters, a number that makes every sum negative. */
const hexDigit = (byte = 0): number => {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const letter = byte & ~space;
  return letter >= 65 && letter <= 70 ? letter - 55 : -1_000;
};
