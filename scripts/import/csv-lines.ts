import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parse } from 'csv-parse/sync';

/** One line of a CSV file: its values, or what is wrong with it. */
export interface CsvLine {
  /** Counted from 1, the header included. */
  number: number;
  values: string[] | { problem: string };
}

/** Lines of a file, so many at once, and how many bytes of it have been read. */
export interface CsvBatch {
  lines: CsvLine[];
  bytesRead: number;
}

/**
 * Reads a CSV file in batches of lines after the header, empty ones left out. Every record must be on one line, so that a
 * stray quote spoils its own line and no other.
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

/** The names in a CSV file's first line. Throws where it has none. */
export const readHeader = async (file: string): Promise<string[]> => {
  const input = createReadStream(file);
  for await (const text of createInterface({ input })) {
    input.destroy();
    return parse(text, { bom: true, trim: true })[0] ?? [];
  }
  return [];
};

const options = { trim: true, relax_column_count: true } as const;

/** Parses many lines at once; where one of them is no CSV, each by itself. */
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
