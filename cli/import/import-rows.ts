import { appendFile, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { describeInput } from '../../server/trpc/input-issue.ts';
import { type FileFormat, findFormat } from './file-format.ts';
import { type FileRecord, hashLines, readBatches, readColumns } from './records.ts';

/** The kind of rows in a file, and the call that sends them. */
export interface ImportPlan<Row> {
  /** The command that runs this import. */
  command: string;
  /** The columns of a CSV, in any order; other columns are ignored. */
  columns: { required: readonly string[]; optional?: readonly string[] };
  /** Converts a CSV record into a row. */
  fromCsv?: (fields: Record<string, unknown>) => unknown;
  /** Validates a row; the row is sent as the file has it. */
  schema: z.ZodType<unknown, Row>;
  batchSize: number;
  /**
   * Sends a batch. Returns the number of rows that already existed, and the refused rows by 0-based index.
   */
  send: (rows: Row[], dryRun?: boolean) => Promise<SentBatch>;
}

/** The outcome of a batch. */
interface SentBatch {
  known?: number;
  refused: readonly { index: number; reason: string }[];
}

/** Progress of an import. */
export interface ImportProgress {
  bytesRead: number;
  totalBytes: number;
  imported: number;
  known: number;
  bad: number;
}

/** A quarter of the service's limit. */
const batchCharacters = 1_048_576;

/**
 * Imports a file of any length in sequential batches, written as {@link findFormat} finds out. After each
 * batch the last finished line is stored in `<file>.progress`, so that an interrupted import of the same
 * lines resumes; the file is removed at the end. Bad rows are skipped and listed in `<file>.bad-lines` with
 * the numbers of their first lines. A dry run begins at the top and stores no progress.
 *
 * Throws if the file is no text or lacks a column, its progress is of another import, or a batch cannot be
 * sent.
 * @param options.from the first line to import; by default, resumes an interrupted import
 */
export const importRows = async <Row>(
  file: string,
  plan: ImportPlan<Row>,
  options: {
    from?: number | undefined;
    dryRun?: boolean | undefined;
    onFormat?: (format: FileFormat) => void;
    onResume?: (line: number) => void;
    onProgress?: (progress: ImportProgress) => void;
    onBadLine?: (line: number, problem: string) => void;
  } = {},
): Promise<ImportProgress> => {
  const { dryRun = false } = options;
  const format = await findFormat(file);
  options.onFormat?.(format);
  const isCsv = format.kind === 'csv';
  const firstLine = isCsv ? format.headerLine + 1 : 1;
  if (isCsv) await checkColumns(file, format, plan.columns.required);
  const isNew = options.from !== undefined || dryRun;
  const resumed = isNew ? 0 : await resumeAt(file, plan.command, format);
  if (resumed > 0) options.onResume?.(resumed);
  const from = Math.max(options.from ?? resumed, firstLine);
  const badLines = `${file}.bad-lines`;
  if (from === firstLine) await rm(badLines, { force: true });
  const progress = {
    bytesRead: 0,
    totalBytes: (await stat(file)).size,
    imported: 0,
    known: 0,
    bad: 0,
  };
  const limits = { from, size: plan.batchSize, characters: batchCharacters };
  for await (const { records, lastLine, bytesRead, read } of readBatches(file, format, limits)) {
    const rows: { number: number; row: Row }[] = [];
    const bad: { number: number; problem: string }[] = [];
    for (const record of records) {
      const read = readRow(record, isCsv, plan);
      if ('problem' in read) bad.push({ number: record.number, problem: read.problem });
      else rows.push({ number: record.number, row: read.row });
    }
    const { known = 0, refused } =
      rows.length > 0
        ? await plan.send(
            rows.map(({ row }) => row),
            dryRun,
          )
        : { refused: [] };
    for (const { index, reason } of refused) {
      bad.push({ number: rows[index]?.number ?? 0, problem: reason });
    }
    bad.sort((a, b) => a.number - b.number);
    for (const { number, problem } of bad) options.onBadLine?.(number, problem);
    const report = bad.map(({ number, problem }) => `${number}: ${problem}\n`).join('');
    if (report) await appendFile(badLines, report);
    if (!dryRun) {
      const done = { command: plan.command, line: lastLine, read };
      await writeFile(progressFile(file), JSON.stringify(done));
    }
    progress.bytesRead = bytesRead;
    progress.imported += rows.length - refused.length - known;
    progress.known += known;
    progress.bad += bad.length;
    options.onProgress?.(progress);
  }
  if (!dryRun) await rm(progressFile(file), { force: true });
  return progress;
};

const progressFile = (file: string): string => `${file}.progress`;

const storedProgress = z.object({
  command: z.string(),
  line: z.int(),
  read: z.object({ lines: z.int(), hash: z.string() }),
});

/**
 * The line at which an interrupted import resumes; 0 without one. Throws if other lines or another
 * command were interrupted.
 */
const resumeAt = async (
  file: string,
  command: string,
  { encoding }: FileFormat,
): Promise<number> => {
  const text = await readFile(progressFile(file), 'utf8').catch(() => undefined);
  if (text === undefined) return 0;
  const { data } = storedProgress.safeParse(JSON.parse(text));
  if (
    data?.command === command &&
    data.read.hash === (await hashLines(file, data.read.lines, encoding))
  ) {
    return data.line + 1;
  }
  throw new Error(`${progressFile(file)} is of another import: say --from 1 to import all lines`);
};

const checkColumns = async (
  file: string,
  format: FileFormat,
  required: readonly string[],
): Promise<void> => {
  const header = await readColumns(file, format);
  const missing = required.filter((column) => !header.includes(column));
  if (missing.length > 0) {
    throw new Error(
      `line ${format.headerLine} must name the columns ${required.join(', ')}: no ${missing.join(', ')}`,
    );
  }
};

const readRow = <Row>(
  { fields }: FileRecord,
  isCsv: boolean,
  { columns: { required, optional = [] }, fromCsv, schema }: ImportPlan<Row>,
): { row: Row } | { problem: string } => {
  if (typeof fields === 'string') return { problem: fields };
  const columns = [...required, ...optional].map((name) => [name, fields[name]]);
  const own = Object.fromEntries(columns);
  const row = isCsv ? (fromCsv?.(own) ?? own) : fields;
  const result = schema.safeParse(row);
  // The schema has validated the row.
  if (result.success) return { row: row as Row };
  return { problem: describeInput(result.error, row).text };
};
