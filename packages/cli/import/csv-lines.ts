import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parse } from 'csv-parse/sync';

/** A line of a CSV file: its values or its problem. */
export interface CsvLine {
  /** 1-based; the header is line 1. */
  number: number;
  values: string[] | { problem: string };
}

/** A batch of lines, and the bytes read so far. */
export interface CsvBatch {
  lines: CsvLine[];
  bytesRead: number;
}

/**
 * Reads a CSV file in batches, skipping the header and empty lines. A record must be on one line, so that a stray quote only
 * breaks its own line.
 *
 * @param from the first line to read, the header being line 1
 */
export async function* readCsv(
  file: string,
  { from, size }: { from: number; size: number },
): AsyncGenerator<CsvBatch> {
  const input = createReadStream(file);
  let number = 0;
  let pending: { number: number; text: string }[] = [];
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1;
    if (number === 1 || number < from || text.trim() === '') continue;
    pending.push({ number, text });
    if (pending.length < size) continue;
    yield { lines: parseLines(pending), bytesRead: input.bytesRead };
    pending = [];
  }
  if (pending.length > 0) yield { lines: parseLines(pending), bytesRead: input.bytesRead };
}

/** The column names of a CSV file. */
export const readHeader = async (file: string): Promise<string[]> => {
  const input = createReadStream(file);
  for await (const text of createInterface({ input })) {
    input.destroy();
    return parse(text, { bom: true, trim: true })[0] ?? [];
  }
  return [];
};

const options = { trim: true, relax_column_count: true } as const;

/** Parses lines together; if one of them is invalid, one by one. */
const parseLines = (lines: readonly { number: number; text: string }[]): CsvLine[] => {
  const together = parsed(lines.map((line) => line.text).join('\n'));
  if (Array.isArray(together) && together.length === lines.length) {
    return lines.map(({ number }, index) => ({ number, values: together[index] ?? [] }));
  }
  return lines.map(({ number, text }) => {
    const alone = parsed(text);
    return { number, values: Array.isArray(alone) ? (alone[0] ?? []) : alone };
  });
};

const parsed = (text: string): string[][] | { problem: string } => {
  try {
    return parse(text, options);
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
};
