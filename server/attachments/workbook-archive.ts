import { Readable } from 'node:stream';
import { fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl';
import { AppError } from '../errors.ts';
import { chunksOf, type Source } from './source.ts';

const maxEntries = 10_000;

/**
 * Parts that can run code or fetch something: Visual Basic macros, Excel 4.0 macro sheets, ActiveX controls, embedded objects, links to
 * other workbooks (DDE too), data connections and add-ins.
 */
const forbidden =
  /(^|\/)(vbaProject|vbaData)[^/]*$|^xl\/(macrosheets|embeddings|externalLinks)\/|(^|\/)(activeX|webextensions|customUI)\/|^xl\/connections\.xml$/i;

class SourceReader extends RandomAccessReader {
  readonly #source: Source;

  constructor(source: Source) {
    super();
    this.#source = source;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(chunksOf(this.#source, start, end));
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
      .then((read) => done(read === length ? null : new Error('the archive is truncated')), done);
  }
}

/**
 * Whether a zip archive lists the parts of an Excel workbook (ECMA-376) and none of macros, embedded objects and external links. Only the
 * names in its directory are read; what the parts hold is the malware scanner's work.
 */
export const isWorkbookArchive = async (source: Source): Promise<boolean> => {
  try {
    const names = await listNames(source);
    const parts = ['[content_types].xml', 'xl/workbook.xml'];
    return (
      parts.every((part) => names.has(part)) && ![...names].some((name) => forbidden.test(name))
    );
  } catch (error) {
    // An AppError means that the file could not be read; any other error means that it is not an archive.
    if (error instanceof AppError) throw error;
    return false;
  }
};

/** The names of an archive's entries, in lower case. yauzl refuses absolute paths, `..`, and either of them with backslashes. */
const listNames = async (source: Source): Promise<Set<string>> => {
  const archive = await fromRandomAccessReaderPromise(new SourceReader(source), source.size, {
    autoClose: false,
  });
  if (archive.entryCount > maxEntries) throw new Error('too many entries');
  const names = new Set<string>();
  for await (const entry of archive.eachEntry()) {
    // With the same name twice, two programs could read two different workbooks.
    const name = entry.fileName.toLowerCase();
    if (names.has(name)) throw new Error('two entries of one name');
    names.add(name);
  }
  return names;
};
