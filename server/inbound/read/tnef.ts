import { decodeText } from '../../text/characters.ts';
import type { MailFile } from './files.ts';
import { decompressRtf, rtfText } from './rtf.ts';

// Outlook and Exchange send a whole mail in a `winmail.dat` (MS-OXTNEF).

/** The contents of a `winmail.dat`: a text in one of its forms, and files. */
export interface Tnef {
  text: { type: 'text/plain' | 'text/html'; charset: string; bytes: Buffer } | undefined;
  files: MailFile[];
}

const signature = 0x223e9f78;
const attribute = {
  body: 0x800c,
  properties: 0x9003,
  codePage: 0x9007,
  newFile: 0x9002,
  fileName: 0x8010,
  fileContents: 0x800f,
  fileProperties: 0x9005,
};
const property = {
  body: 0x1000,
  html: 0x1013,
  rtf: 0x1009,
  longName: 0x3707,
  mimeType: 0x370e,
  contentId: 0x3712,
};

/** Reads a `winmail.dat`, also a truncated one; undefined for other files. */
export const readTnef = (bytes: Buffer): Tnef | undefined => {
  if (bytes.length < 6 || bytes.readUInt32LE(0) !== signature) return undefined;
  let charset = 'windows-1252';
  let text: Tnef['text'];
  let hasLongName = false;
  const files: MailFile[] = [];
  for (const { id, contents } of attributesIn(bytes)) {
    const file = files.at(-1);
    if (id === attribute.codePage && contents.length >= 4) {
      const page = contents.readUInt32LE(0);
      charset = page === 65_001 ? 'utf-8' : `windows-${page}`;
    } else if (id === attribute.body) {
      text = { type: 'text/plain', charset, bytes: withoutNul(contents) };
    } else if (id === attribute.properties) {
      text = textIn(propertiesIn(contents), charset) ?? text;
    } else if (id === attribute.newFile) {
      files.push({ name: 'anexo', type: unknown, contents: Buffer.alloc(0), inline: false });
      hasLongName = false;
    } else if (file && id === attribute.fileName) {
      if (!hasLongName) file.name = decodeText(withoutNul(contents), charset);
    } else if (file && id === attribute.fileContents) {
      file.contents = contents;
    } else if (file && id === attribute.fileProperties) {
      const { longName, mimeType, contentId } = property;
      const properties = propertiesIn(contents);
      const named = properties.get(longName);
      hasLongName = named !== undefined;
      file.name = named?.text(charset) ?? file.name;
      file.type = properties.get(mimeType)?.text(charset) ?? file.type;
      file.inline = properties.has(contentId);
    }
  }
  return { text, files: files.filter((file) => file.contents.length > 0) };
};

const unknown = 'application/octet-stream';

const textIn = (properties: Map<number, Value>, charset: string): Tnef['text'] => {
  const body = properties.get(property.body)?.text(charset).trim();
  if (body) return { type: 'text/plain', charset: 'utf-8', bytes: Buffer.from(body) };
  const html = properties.get(property.html)?.bytes;
  if (html) return { type: 'text/html', charset, bytes: html };
  const rtf = properties.get(property.rtf)?.bytes;
  const text = rtf && rtfText(decompressRtf(rtf), charset).trim();
  return text ? { type: 'text/plain', charset: 'utf-8', bytes: Buffer.from(text) } : undefined;
};

const maxAttributes = 1_000;
const headLength = 9;
const checksumLength = 2;

function* attributesIn(bytes: Buffer): Generator<{ id: number; contents: Buffer }> {
  let at = 6;
  for (let count = 0; count < maxAttributes && at + headLength <= bytes.length; count += 1) {
    const length = bytes.readUInt32LE(at + 5);
    const start = at + headLength;
    yield { id: bytes.readUInt16LE(at + 1), contents: bytes.subarray(start, start + length) };
    at = start + length + checksumLength;
  }
}

/** The value of a property, as bytes or as text. */
interface Value {
  bytes: Buffer;
  text: (charset: string) => string;
}

const wide = 0x1f;
const variable = new Set([0x0d, 0x1e, wide, 0x102]);
const lengths: Record<number, number> = { 5: 8, 6: 8, 7: 8, 20: 8, 64: 8, 72: 16 };
const maxProperties = 1_000;

/** Reads a list of properties (MS-OXTNEF §2.1.3.4); of several values, the first. */
const propertiesIn = (bytes: Buffer): Map<number, Value> => {
  const found = new Map<number, Value>();
  let at = 4;
  const number = () => {
    const value = at + 4 <= bytes.length ? bytes.readUInt32LE(at) : 0;
    at += 4;
    return value;
  };
  const padded = (length: number) => {
    const value = bytes.subarray(at, at + length);
    at += Math.ceil(length / 4) * 4;
    return value;
  };
  for (let count = 0; count < maxProperties && at + 8 <= bytes.length; count += 1) {
    const kind = bytes.readUInt16LE(at) & 0xfff;
    const isList = (bytes.readUInt16LE(at) & 0x1000) !== 0;
    const id = bytes.readUInt16LE(at + 2);
    at += 4;
    if (id >= 0x8000) {
      at += 16;
      if (number() === 0) at += 4;
      else padded(number());
    }
    const values = isList || variable.has(kind) ? number() : 1;
    for (let value = 0; value < values && at < bytes.length; value += 1) {
      const contents = padded(variable.has(kind) ? number() : (lengths[kind] ?? 4));
      if (!found.has(id)) found.set(id, readValue(kind, contents));
    }
  }
  return found;
};

const readValue = (kind: number, bytes: Buffer): Value => ({
  bytes,
  text: (charset) =>
    kind === wide
      ? bytes.toString('utf16le').replaceAll('\0', '')
      : decodeText(withoutNul(bytes), charset),
});

const withoutNul = (bytes: Buffer): Buffer => {
  const end = bytes.indexOf(0);
  return end === -1 ? bytes : bytes.subarray(0, end);
};
