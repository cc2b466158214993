import { appendFile, readFile, rm, stat, writeFile } from 'node:fs/promises';
import type { z } from 'zod';
import { describeInput } from '../../../server/trpc/input-issue.ts';
import { type CsvLine, readCsv, readHeader } from './csv-lines.ts';

/** The format of a CSV file and how to send its rows. */
export interface ImportPlan<Row> {
  /** Required columns; others are ignored, in any order. */
  columns: readonly (keyof Row & string)[];
  /** Validates a row; rows are sent as they are in the file. */
  schema: z.ZodType<unknown, Row>;
  batchSize: number;
  /** Sends a batch; returns the 0-based indexes of refused rows. */
  send: (rows: Row[]) => Promise<readonly number[]>;
  /** Why the service refuses a row. */
  refusal: string;
}

/** Progress of an import. */
export interface ImportProgress {
  bytesRead: number;
  totalBytes: number;
  imported: number;
  bad: number;
}

/**
 * Imports a CSV file of any length in sequential batches. After each batch the last finished line is stored in
 * `<file>.progress`, so that an interrupted import resumes; the file is removed at the end. Bad lines are skipped and listed
 * in `<file>.bad-lines` with their numbers.
 *
 * Throws if the file lacks a column or a batch cannot be sent.
 *
 * @param options.from the first line to import; by default, resumes an interrupted import
 */
export const importCsv = async <Row>(
  file: string,
  plan: ImportPlan<Row>,
  options: {
    from?: number | undefined;
    onProgress?: (progress: ImportProgress) => void;
    onBadLine?: (line: number, problem: string) => void;
  } = {},
): Promise<ImportProgress> => {
  const places = await findColumns(file, plan.columns);
  const from = options.from ?? (await startOf(file));
  const badLines = `${file}.bad-lines`;
  if (from <= 2) await rm(badLines, { force: true });
  const progress = { bytesRead: 0, totalBytes: (await stat(file)).size, imported: 0, bad: 0 };
  for await (const { lines, bytesRead } of readCsv(file, { from, size: plan.batchSize })) {
    const rows: { number: number; row: Row }[] = [];
    const bad: { number: number; problem: string }[] = [];
    for (const line of lines) {
      const read = readRow(line, places, plan);
      if ('problem' in read) bad.push({ number: line.number, problem: read.problem });
      else rows.push({ number: line.number, row: read.row });
    }
    const refused = rows.length > 0 ? await plan.send(rows.map(({ row }) => row)) : [];
    for (const index of refused) {
      bad.push({ number: rows[index]?.number ?? 0, problem: plan.refusal });
    }
    bad.sort((a, b) => a.number - b.number);
    for (const { number, problem } of bad) options.onBadLine?.(number, problem);
    const report = bad.map(({ number, problem }) => `${number}: ${problem}\n`).join('');
    if (report) await appendFile(badLines, report);
    await writeFile(progressFile(file), JSON.stringify({ line: lines.at(-1)?.number }));
    progress.bytesRead = bytesRead;
    progress.imported += rows.length - refused.length;
    progress.bad += bad.length;
    options.onProgress?.(progress);
  }
  await rm(progressFile(file), { force: true });
  return progress;
};

const progressFile = (file: string): string => `${file}.progress`;

/** The line at which an interrupted import resumes. */
const startOf = async (file: string): Promise<number> => {
  const text = await readFile(progressFile(file), 'utf8').catch(() => '{}');
  const { line }: { line?: unknown } = JSON.parse(text);
  return typeof line === 'number' ? line + 1 : 2;
};

const findColumns = async <Name extends string>(
  file: string,
  columns: readonly Name[],
): Promise<[Name, number][]> => {
  const header = await readHeader(file);
  const missing = columns.filter((column) => !header.includes(column));
  if (missing.length > 0) {
    throw new Error(`line 1 must name the columns ${columns.join(', ')}: no ${missing.join(', ')}`);
  }
  return columns.map((column) => [column, header.indexOf(column)]);
};

const readRow = <Row>(
  { values }: CsvLine,
  places: readonly [string, number][],
  { schema }: ImportPlan<Row>,
): { row: Row } | { problem: string } => {
  if (!Array.isArray(values)) return values;
  const row = Object.fromEntries(places.map(([column, place]) => [column, values[place]]));
  const result = schema.safeParse(row);
  // Validated above.
  if (result.success) return { row: row as Row };
  return { problem: describeInput(result.error, row).text };
};
