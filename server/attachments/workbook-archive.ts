import { fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl';
import { AppError } from '../errors.ts';
import type { Source } from './source.ts';

const maxEntries = 10_000;
const maxInflatedBytes = 512 * 1_048_576;

/** What a program could run: macros of Visual Basic, and the sheets of macros that came before them. */
const executable = /(^|\/)(vbaProject|vbaData)[^/]*$|^xl\/macrosheets\/|(^|\/)activeX\//i;

class SourceReader extends RandomAccessReader {
  readonly #source: Source;

  constructor(source: Source) {
    super();
    this.#source = source;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null) => void,
  ): void {
    this.#source
      .readAt(buffer.subarray(offset, offset + length), position)
      .then((read) => done(read === length ? null : new Error('the archive ends too early')), done);
  }
}

/**
 * Whether a zip archive is an Excel workbook (ECMA-376) without macros, by its directory alone; nothing is inflated. One that claims
 * to inflate to over 512 MiB is none.
 */
export const isWorkbookArchive = async (source: Source): Promise<boolean> => {
  try {
    const names = await listNames(source);
    const parts = ['[Content_Types].xml', 'xl/workbook.xml'];
    return (
      parts.every((part) => names.has(part)) && ![...names].some((name) => executable.test(name))
    );
  } catch (error) {
    // The file could not be read; or, any other error, is no archive.
    if (error instanceof AppError) throw error;
    return false;
  }
};

const listNames = async (source: Source): Promise<Set<string>> => {
  const archive = await fromRandomAccessReaderPromise(new SourceReader(source), source.size, {
    autoClose: false,
  });
  if (archive.entryCount > maxEntries) throw new Error('too many entries');
  const names = new Set<string>();
  let inflated = 0;
  for await (const entry of archive.eachEntry()) {
    inflated += entry.uncompressedSize;
    // The same name twice: two programs could see two different workbooks.
    if (inflated > maxInflatedBytes) throw new Error('too large when inflated');
    if (names.has(entry.fileName)) throw new Error('two entries of one name');
    names.add(entry.fileName);
  }
  return names;
};
