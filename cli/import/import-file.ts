import { SingleBar } from 'cli-progress';
import { type ImportPlan, type ImportProgress, importRows } from './import-rows.ts';

const shownBadLines = 20;

/** Result of an import. */
export interface ImportResult {
  dryRun: boolean;
  imported: number;
  bad: number;
  /** The file that lists the bad lines, if any. */
  badLines: string | undefined;
  /** Rows that were there before. */
  known: number;
}

/** Which file, and which part of it. */
export interface ImportOptions {
  file: string;
  /** The first line to import; by default, resumes an interrupted import. */
  from?: number | undefined;
  dryRun?: boolean | undefined;
}

/**
 * Imports a file through the internal API with a progress bar; prints the first bad lines to standard error.
 *
 * Throws if the file lacks a column, its progress is of another import, or a batch cannot be sent.
 */
export const importFile = async <Row>(
  plan: ImportPlan<Row>,
  { file, from, dryRun = false }: ImportOptions,
): Promise<ImportResult> => {
  const bar = new SingleBar({
    format: '{bar} {percentage}% | {imported} imported, {bad} bad | {eta_formatted} left',
    etaBuffer: 50,
  });
  let shown = 0;
  const options = {
    from,
    dryRun,
    onResume: (line: number) => console.error(`resumes at line ${line}`),
    onProgress: (progress: ImportProgress) => {
      if (!bar.isActive) bar.start(progress.totalBytes, 0, progress);
      bar.update(progress.bytesRead, progress);
    },
    onBadLine: (line: number, problem: string) => {
      shown += 1;
      if (shown <= shownBadLines) console.error(`\nline ${line}: ${problem}`);
    },
  };
  try {
    const { imported, known, bad } = await importRows(file, plan, options);
    return { dryRun, imported, bad, badLines: bad > 0 ? `${file}.bad-lines` : undefined, known };
  } finally {
    bar.stop();
  }
};
