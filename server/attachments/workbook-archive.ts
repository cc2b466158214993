import { Readable } from 'node:stream';
import { Parser } from 'htmlparser2';
import pLimit from 'p-limit';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import { AppError } from '../errors.ts';
import { chunksOf, type Source } from './source.ts';

const maxEntries = 10_000;
const maxInflatedBytes = 200 * 1_048_576;
const maxRelationshipsBytes = 1_048_576;

/** Inflating is bound by the processor: a few workbooks at once would slow everything else down. */
const inflation = pLimit(2);

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
 * Whether a zip archive is an Excel workbook (ECMA-376) without macros, embedded objects and external links. Every part is inflated and
 * dropped, so that an archive that lies about its sizes is refused; one that claims more than 200 MiB is refused before.
 */
export const isWorkbookArchive = async (source: Source): Promise<boolean> => {
  try {
    const archive = await fromRandomAccessReaderPromise(new SourceReader(source), source.size, {
      autoClose: false,
    });
    const entries = await listEntries(archive);
    const names = [...entries.keys()];
    const parts = ['[content_types].xml', 'xl/workbook.xml'];
    if (!parts.every((part) => entries.has(part))) return false;
    if (names.some((name) => forbidden.test(name))) return false;
    return await inflation(() => inflatesHonestly(archive, [...entries.values()]));
  } catch (error) {
    // An AppError means that the file could not be read; any other error means that it is not an archive.
    if (error instanceof AppError) throw error;
    return false;
  }
};

const listEntries = async (archive: ZipFile): Promise<Map<string, Entry>> => {
  if (archive.entryCount > maxEntries) throw new Error('too many entries');
  const entries = new Map<string, Entry>();
  let inflated = 0;
  for await (const entry of archive.eachEntry()) {
    inflated += entry.uncompressedSize;
    if (inflated > maxInflatedBytes) throw new Error('too large when inflated');
    // Names compare without regard to case. With the same name twice, two programs could read two different workbooks.
    const name = entry.fileName.toLowerCase();
    if (entries.has(name)) throw new Error('two entries of one name');
    entries.set(name, entry);
  }
  return entries;
};

/** Inflates every entry; yauzl fails where one has more or fewer bytes than it claims. False if one links to something outside. */
const inflatesHonestly = async (archive: ZipFile, entries: readonly Entry[]): Promise<boolean> => {
  for (const entry of entries) {
    const isRelationships = /\.rels$/i.test(entry.fileName);
    if (isRelationships && entry.uncompressedSize > maxRelationshipsBytes) return false;
    const links = new ExternalLinks();
    for await (const chunk of await archive.openReadStreamPromise(entry)) {
      if (isRelationships) links.take(chunk);
    }
    if (links.found) return false;
  }
  return true;
};

/** Looks for relationships to something outside the workbook; hyperlinks, which open only when clicked, are fine. */
class ExternalLinks {
  found = false;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  readonly #parser = new Parser(
    {
      onopentag: (name, { TargetMode, Type = '' }) => {
        if (!/(^|:)Relationship$/.test(name) || TargetMode !== 'External') return;
        if (!/\/hyperlink$/.test(Type)) this.found = true;
      },
    },
    { xmlMode: true },
  );

  /** Takes the next bytes. @throws Error unless they are UTF-8: another encoding could hide a link from the parser */
  take(chunk: Buffer): void {
    if (chunk.includes(0)) throw new Error('not UTF-8');
    this.#parser.write(this.#decoder.decode(chunk, { stream: true }));
  }
}
