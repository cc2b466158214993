import { createReadStream, type ReadStream } from 'node:fs';
import { type Readable, Transform } from 'node:stream';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** The format of a file of records, detected from its bytes. */
export interface FileFormat {
  kind: 'csv' | 'json-lines';
  encoding: Encoding;
  /** The character between the values of a CSV. */
  delimiter: string;
  /** The 1-based line of a CSV's column names: line 2 after `sep=;`, a line that Excel reads. */
  headerLine: number;
}

const encodings: Record<string, Encoding> = { fffe: 'utf-16le', feff: 'utf-16be' };
// Matches control characters that only binary files contain.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for them.
const binary = /[\u0000-\u0006\u000e-\u0019]/;
/** Matches bytes that Windows-1252 does not assign. */
const unassigned = /[\u0081\u008d\u008f\u0090\u009d]/;
const sampleBytes = 65_536;

/**
 * Detects the format (JSON lines if the name ends in `.jsonl` or `.ndjson`, else CSV), the encoding
 * and the delimiter of a file. Throws if it is no text or its encoding is unknown.
 */
export const findFormat = async (file: string): Promise<FileFormat> => {
  const encoding = await findEncoding(file);
  if (/\.(jsonl|ndjson)$/i.test(file)) {
    return { kind: 'json-lines', encoding, delimiter: ',', headerLine: 1 };
  }
  const first = await firstLine(file, encoding);
  const said = /^"?sep=(.)/i.exec(first)?.[1];
  return said === undefined
    ? { kind: 'csv', encoding, delimiter: likeliestDelimiter(first), headerLine: 1 }
    : { kind: 'csv', encoding, delimiter: said, headerLine: 2 };
};

const findEncoding = async (file: string): Promise<Encoding> => {
  let encoding: Encoding = 'utf-8';
  let decoder: TextDecoder | undefined;
  let isUnicode = true;
  let isWindows = true;
  for await (const chunk of createReadStream(file, { highWaterMark: sampleBytes })) {
    if (!decoder) {
      encoding = encodings[chunk.toString('hex', 0, 2)] ?? unmarkedUtf16(chunk) ?? encoding;
      decoder = new TextDecoder(encoding, { fatal: true });
    }
    isUnicode &&= decodes(decoder, chunk);
    if (encoding === 'utf-8') {
      const bytes = chunk.toString('latin1');
      if (binary.test(bytes)) throw new Error(`${file} is no text: save the table as CSV`);
      isWindows &&= !unassigned.test(bytes);
    }
    if (!isUnicode && !isWindows) break;
  }
  if (isUnicode && (!decoder || decodes(decoder))) return encoding;
  if (encoding === 'utf-8' && isWindows) return 'windows-1252';
  const what = encoding === 'utf-8' ? 'neither UTF-8, UTF-16 nor Windows-1252' : 'not valid UTF-16';
  throw new Error(`${file} is ${what}: save it as UTF-8`);
};

const decodes = (decoder: TextDecoder, chunk?: Buffer): boolean => {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined });
    return true;
  } catch {
    return false;
  }
};

/** Detects UTF-16 without a byte order mark: every second byte of its column names is zero. */
const unmarkedUtf16 = (chunk: Buffer): Encoding | undefined => {
  const sample = chunk.subarray(0, 64);
  if (sample.length < 4) return undefined;
  const zeros = (from: number) => sample.filter((byte, at) => at % 2 === from && byte === 0).length;
  const half = Math.floor(sample.length / 2);
  if (zeros(1) > 0.8 * half && zeros(0) === 0) return 'utf-16le';
  return zeros(0) > 0.8 * half && zeros(1) === 0 ? 'utf-16be' : undefined;
};

const firstLine = async (file: string, encoding: Encoding): Promise<string> => {
  const { input, text } = openText(file, encoding);
  for await (const line of readLines(text)) {
    input.destroy();
    return line;
  }
  return '';
};

/** The most frequent of `;`, `,` and tab in a line, outside quotes. */
const likeliestDelimiter = (line: string): string => {
  const unquoted = line.replaceAll(/"[^"]*"/g, '');
  const counts = [...',;\t'].map((delimiter) => ({
    delimiter,
    count: unquoted.split(delimiter).length,
  }));
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).delimiter;
};

/** Streams a file's bytes, and its text in UTF-8 without a byte order mark. */
export const openText = (
  file: string,
  encoding: Encoding,
): { input: ReadStream; text: Transform } => {
  const decoder = new TextDecoder(encoding);
  const input = createReadStream(file);
  const text = new Transform({
    encoding: 'utf8',
    transform: (chunk: Buffer, _encoding, done) =>
      done(null, decoder.decode(chunk, { stream: true })),
    flush: (done) => done(null, decoder.decode()),
  });
  input.on('error', (error) => text.destroy(error));
  input.pipe(text);
  return { input, text };
};

/** Reads lines that end in LF, CR or both. Node's readline also ends them at U+2028, which JSON contains. */
export async function* readLines(text: Readable): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of text) {
    const lines = `${rest}${chunk}`.split(/\r\n|\n|\r(?=.)/s);
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest.replace(/\r$/, '');
}
