import { Readable } from 'node:stream';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import { AppError } from '../core/errors.ts';
import { chunksOf, type Source } from './source.ts';
import { PackageParts } from './workbook-parts.ts';

const maxEntries = 10_000;
/**
 * Of content types and relationships, inflated. The largest of real workbooks have a few hundred
 * kilobytes of links.
 */
const maxInflated = 8_388_608;

/**
 * Parts that can run code or fetch something: Visual Basic macros, Excel 4.0 macro sheets, ActiveX
 * controls, embedded objects, links to other workbooks (DDE too), data connections and add-ins.
 */
const forbidden =
  /(^|\/)(vbaProject|vbaData)[^/]*$|^xl\/(macrosheets|embeddings|externalLinks)\/|(^|\/)(activeX|webextensions|customUI)\/|^xl\/connections\.xml$/i;

const relationships = /(^|\/)_rels\/[^/]*\.rels$/;

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
 * Whether a zip archive is an Excel workbook (ECMA-376) by its content types and relationships,
 * without macros, embedded objects, connections and links other than hyperlinks. Only these and the
 * names are read; what the other parts hold is the malware scanner's work.
 */
export const isWorkbookArchive = async (source: Source): Promise<boolean> => {
  try {
    const archive = await fromRandomAccessReaderPromise(new SourceReader(source), source.size, {
      autoClose: false,
    });
    const entries = await listEntries(archive);
    const names = [...entries.keys()];
    const types = entries.get('[content_types].xml');
    if (!types || names.some((name) => forbidden.test(name))) return false;
    return (await readParts(archive, types, entries)).isWorkbook(new Set(names));
  } catch (error) {
    // An AppError means that the file could not be read; any other error means that it is not an
    // archive.
    if (error instanceof AppError) throw error;
    return false;
  }
};

const readParts = async (
  archive: ZipFile,
  types: Entry,
  entries: ReadonlyMap<string, Entry>,
): Promise<PackageParts> => {
  const parts = new PackageParts();
  let inflated = 0;
  // The sizes that a directory gives may lie.
  const open = async function* (entry: Entry): AsyncGenerator<Buffer> {
    for await (const chunk of await archive.openReadStreamPromise(entry)) {
      inflated += chunk.length;
      if (inflated > maxInflated) throw new Error('too many relationships');
      yield chunk;
    }
  };
  await parts.readTypes(open(types));
  for (const [name, entry] of entries) {
    if (!relationships.test(name)) continue;
    await parts.readRelationships(open(entry), name === '_rels/.rels');
  }
  return parts;
};

/**
 * An archive's entries by their names in lower case. yauzl refuses absolute paths, `..`, and either
 * of them with backslashes.
 */
const listEntries = async (archive: ZipFile): Promise<Map<string, Entry>> => {
  if (archive.entryCount > maxEntries) throw new Error('too many entries');
  const entries = new Map<string, Entry>();
  for await (const entry of archive.eachEntry()) {
    // With the same name twice, two programs could read two different workbooks.
    const name = entry.fileName.toLowerCase();
    if (entries.has(name)) throw new Error('two entries of one name');
    entries.set(name, entry);
  }
  return entries;
};
