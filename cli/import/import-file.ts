import { SingleBar } from 'cli-progress';
import type { FileFormat } from './file-format.ts';
import { type ImportPlan, type ImportProgress, importRows } from './import-rows.ts';

const shownBadLines = 20;

/** Result of an import. */
export interface ImportResult {
  dryRun: boolean;
  imported: number;
  bad: number;
  /** The file that lists the bad lines, if there are any. */
  badLines: string | undefined;
  /** The number of rows that already existed. */
  known: number;
}

/** Which file and which part of it to import. */
interface ImportOptions {
  file: string;
  /** The first line to import. The default resumes an interrupted import. */
  from?: number | undefined;
  dryRun?: boolean | undefined;
}

/**
 * Imports a file through the internal API with a progress bar. It prints the first bad lines to standard
 * error, and the file's format if it is not UTF-8 with commas.
 * Throws if the file is no text or lacks a column, its progress belongs to another import, or a batch cannot
 * be sent.
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
    onFormat: (format: FileFormat) => {
      const said = describeFormat(format);
      if (said) console.error(`${file}: ${said}`);
    },
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

const encodingNames = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
} as const;

const describeFormat = ({ kind, encoding, delimiter }: FileFormat): string | undefined => {
  if (encoding === 'utf-8' && (kind === 'json-lines' || delimiter === ',')) return undefined;
  const parted = { ';': ', semicolons', '\t': ', tabs', ',': ', commas' }[delimiter] ?? '';
  return `read as ${encodingNames[encoding]}${kind === 'csv' ? parted : ''}`;
};
