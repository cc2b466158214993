import { SingleBar } from 'cli-progress';
import type { InternalClient } from '../../internal/src/index.ts';
import { type ImportProgress, importCsv } from './import-csv.ts';
import { membersPlan, readingsPlan } from './plans.ts';

const shownBadLines = 20;

/** Result of an import. */
export interface ImportResult {
  imported: number;
  bad: number;
  /** The file that lists the bad lines, if any. */
  badLines: string | undefined;
}

/**
 * Imports a CSV file through the internal API with a progress bar; prints the first bad lines to standard error.
 *
 * Throws if the file lacks a column or a batch cannot be sent.
 *
 * @param from the first line to import; by default, resumes an interrupted import
 */
export const importFile = async (
  api: InternalClient,
  what: 'readings' | 'members',
  file: string,
  from: number | undefined,
): Promise<ImportResult> => {
  const bar = new SingleBar({
    format: '{bar} {percentage}% | {imported} imported, {bad} bad | {eta_formatted} left',
    etaBuffer: 50,
  });
  let shown = 0;
  const options = {
    from,
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
    const { imported, bad } =
      what === 'readings'
        ? await importCsv(file, readingsPlan(api), options)
        : await importCsv(file, membersPlan(api), options);
    return { imported, bad, badLines: bad > 0 ? `${file}.bad-lines` : undefined };
  } finally {
    bar.stop();
  }
};
