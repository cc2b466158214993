import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { type Encoding, type FileFormat, openText, readLines } from './file-format.ts';

export interface FileRecord {
  /** The number of its first line, 1-based. */
  number: number;
  /** The fields, or a text that says what is wrong. */
  fields: Record<string, unknown> | string;
}

interface Batch {
  records: FileRecord[];
  /** The number of the batch's last line. */
  lastLine: number;
  bytesRead: number;
  read: ReadPart;
}

/** The lines of a file that were read, which may be a few more than the batch has. */
interface ReadPart {
  lines: number;
  /** The SHA-256 of the lines that were read. */
  hash: string;
}

/** Where to begin in a file, and the limits of a batch. */
export interface ReadOptions {
  from: number;
  size: number;
  /** The number of characters; the record that exceeds it is the batch's last one. */
  characters: number;
}

interface Line {
  number: number;
  text: string;
}

/** A quote that is open for more lines than this is a mistake. */
const maxRecordLines = 1_000;

/**
 * Reads a file in batches, without empty lines. A quoted value may contain line breaks; a stray quote breaks
 * only its own line.
 */
export async function* readBatches(
  file: string,
  format: FileFormat,
  { from, size, characters }: ReadOptions,
): AsyncGenerator<Batch> {
  const isCsv = format.kind === 'csv';
  const csv: CsvOptions = {
    delimiter: format.delimiter,
    columns: isCsv ? await readColumns(file, format) : [],
  };
  const { input, text: lines } = openText(file, format.encoding);
  const hash = createHash('sha256');
  const open: Line[] = [];
  let closed: Line[] = [];
  let length = 0;
  let number = 0;
  const take = (endsHere: boolean): void => {
    closed.push(...(isCsv ? takeCsv(open, endsHere, csv) : open.splice(0)));
  };
  const batch = (): Batch => ({
    records: isCsv ? parseCsv(closed, csv) : closed.map(parseJson),
    lastLine: (open[0]?.number ?? number + 1) - 1,
    bytesRead: input.bytesRead,
    read: { lines: number, hash: hash.copy().digest('hex') },
  });
  for await (const text of hashedLines(lines, hash)) {
    number += 1;
    if (number < from || (open.length === 0 && text.trim() === '')) continue;
    open.push({ number, text });
    length += text.length;
    take(false);
    if (closed.length === 0 || (closed.length < size && length < characters)) continue;
    yield batch();
    closed = [];
    length = 0;
  }
  take(true);
  if (closed.length > 0) yield batch();
}

/** The hash of the first lines of a file, equal to that of {@link readBatches}. */
export const hashLines = async (
  file: string,
  lines: number,
  encoding: Encoding,
): Promise<string> => {
  const { input, text } = openText(file, encoding);
  const hash = createHash('sha256');
  let number = 0;
  for await (const _line of hashedLines(text, hash)) {
    number += 1;
    if (number === lines) break;
  }
  input.destroy();
  return hash.digest('hex');
};

async function* hashedLines(input: Readable, hash: Hash): AsyncGenerator<string> {
  for await (const line of readLines(input)) {
    hash.update(`${line}\n`);
    yield line;
  }
}

/** The column names of a CSV file. */
export const readColumns = async (
  file: string,
  { encoding, delimiter, headerLine }: FileFormat,
): Promise<string[]> => {
  const { input, text } = openText(file, encoding);
  let number = 0;
  for await (const line of readLines(text)) {
    number += 1;
    if (number < headerLine) continue;
    input.destroy();
    return parse(line, { delimiter, trim: true })[0] ?? [];
  }
  return [];
};

interface CsvOptions {
  columns: string[];
  delimiter: string;
}

/**
 * Takes the complete records from the open lines, each with the number of its first line.
 * @param endsHere true if the file ends after these lines
 */
const takeCsv = (open: Line[], endsHere: boolean, csv: CsvOptions): Line[] => {
  const taken: Line[] = [];
  for (let [first] = open; first !== undefined; [first] = open) {
    const length = recordLength(open);
    if (length === undefined && !endsHere && open.length < maxRecordLines) break;
    const text = open
      .slice(0, length)
      .map((line) => line.text)
      .join('\n');
    const isRecord =
      length === 1 ||
      (length !== undefined && Array.isArray(parseText(text, { ...csv, columns: [] })));
    open.splice(0, isRecord ? length : 1);
    taken.push(isRecord ? { number: first.number, text } : first);
  }
  return taken.filter(({ text }) => text.trim() !== '');
};

/** The number of lines of the first record; undefined if its quote is still open. */
const recordLength = (lines: readonly Line[]): number | undefined => {
  let quotes = 0;
  const last = lines.findIndex(({ text }) => {
    quotes += text.split('"').length - 1;
    return quotes % 2 === 0;
  });
  return last === -1 ? undefined : last + 1;
};

/** Parses records together, or one by one if one of them is invalid. */
const parseCsv = (records: readonly Line[], csv: CsvOptions): FileRecord[] => {
  const together = parseText(records.map(({ text }) => text).join('\n'), csv);
  if (Array.isArray(together) && together.length === records.length) {
    return records.map(({ number }, index) => ({ number, fields: together[index] ?? {} }));
  }
  return records.map(({ number, text }) => {
    const alone = parseText(text, csv);
    return { number, fields: Array.isArray(alone) ? (alone[0] ?? {}) : alone };
  });
};

const parseText = (text: string, csv: CsvOptions): Record<string, string>[] | string => {
  try {
    return parse(text, { ...csv, trim: true, relax_column_count: true });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

const parseJson = ({ number, text }: Line): FileRecord => {
  const { data = 'is no JSON object' } = jsonObject.safeParse(text);
  return { number, fields: data };
};

const jsonObject = z
  .string()
  .transform((text, { addIssue }): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      return addIssue('is not JSON');
    }
  })
  .pipe(z.record(z.string(), z.unknown()));
