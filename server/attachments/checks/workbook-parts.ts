import { inflateRawSync } from 'node:zlib';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import { AppError } from '../../core/errors.ts';
import { bytesAt, type RandomAccessFile } from '../random-access-file.ts';
import type { WorkbookParts } from './judge-workbook.ts';

const maxEntries = 10_000;
/** The limit on an archive's directory (names, comments and other fields), which is read entry by entry. */
const maxDirectoryBytes = 1_048_576;
/** The limit on relationship parts; each sheet and each of its drawings has one. */
const maxRelationships = 2_000;
const stored = 0;
/**
 * The limit on content types or relationships in bytes; real workbooks have a few hundred kilobytes at most.
 */
const maxInflated = 2_097_152;

/**
 * Parts of macros, ActiveX controls, embedded objects, links to other workbooks, data connections and
 * add-ins.
 */
const forbidden =
  /(^|\/)(vbaProject|vbaData)[^/]*$|^xl\/(macrosheets|embeddings|externalLinks)\/|(^|\/)(activeX|webextensions|customUI)\/|^xl\/connections\.xml$/i;

const isRelationships = /(^|\/)_rels\/[^/]*\.rels$/;

const windowBytes = 65_536;

/** Reads a file in pieces of 64 KiB, because yauzl asks for a few bytes at a time. */
class SourceReader extends RandomAccessReader {
  readonly #source: RandomAccessFile;
  #window: Buffer = Buffer.alloc(0);
  #start = 0;

  constructor(source: RandomAccessFile) {
    super();
    this.#source = source;
  }

  /** yauzl does not call it, because entries are read whole. */
  override _readStreamForRange(): never {
    throw new Error('nothing streams from here');
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null) => void,
  ): void {
    this.bytes(position, length).then((bytes) => {
      bytes.copy(buffer, offset);
      done(null);
    }, done);
  }

  async bytes(position: number, length: number): Promise<Buffer> {
    const end = position + length;
    if (position < this.#start || end > this.#start + this.#window.length) {
      const wanted = Math.max(length, Math.min(windowBytes, this.#source.size - position));
      const read = await bytesAt(this.#source, position, wanted);
      if (!read) throw new Error('the archive is truncated');
      this.#window = read;
      this.#start = position;
    }
    return this.#window.subarray(position - this.#start, end - this.#start);
  }
}

/**
 * Returns the parts of a workbook (ECMA-376) without its sheets; undefined if it is none or has forbidden
 * parts.
 */
export const workbookParts = async (
  source: RandomAccessFile,
): Promise<WorkbookParts | undefined> => {
  try {
    const reader = new SourceReader(source);
    const archive = await fromRandomAccessReaderPromise(reader, source.size, { autoClose: false });
    const entries = await listEntries(archive);
    const names = new Set(entries.keys());
    const types = entries.get('[content_types].xml');
    if (!types || [...names].some((name) => forbidden.test(name))) return undefined;
    let left = maxInflated;
    const inflated = async (entry: Entry): Promise<Buffer> => {
      const { compressedSize, compressionMethod } = entry;
      if (entry.isEncrypted() || compressedSize > maxInflated) throw new Error('not readable');
      const { fileDataStart } = await archive.readLocalFileHeaderPromise(entry, { minimal: true });
      const packed = await reader.bytes(fileDataStart, compressedSize);
      // The sizes in an archive's directory can be wrong.
      const bytes =
        compressionMethod === stored
          ? Buffer.from(packed)
          : inflateRawSync(packed, { maxOutputLength: left + 1 });
      left -= bytes.length;
      if (left < 0) throw new Error('too many relationships');
      return bytes;
    };
    const contentTypes = await inflated(types);
    const relationships = new Map<string, Buffer>();
    for (const [name, entry] of entries) {
      if (!isRelationships.test(name)) continue;
      if (relationships.size === maxRelationships) throw new Error('too many relationships');
      relationships.set(name, await inflated(entry));
    }
    return { names, contentTypes, relationships };
  } catch (error) {
    // Any other error means that the file is no archive.
    if (error instanceof AppError) throw error;
    return undefined;
  }
};

/** Lists entries by lower-case name. yauzl refuses absolute paths and `..`, with backslashes too. */
const listEntries = async (archive: ZipFile): Promise<Map<string, Entry>> => {
  if (archive.entryCount > maxEntries) throw new Error('too many entries');
  const entries = new Map<string, Entry>();
  let left = maxDirectoryBytes;
  for await (const entry of archive.eachEntry()) {
    left -= entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    if (left < 0) throw new Error('the directory is too long');
    // If a name occurs twice, two programs could read two different workbooks.
    const name = entry.fileName.toLowerCase();
    if (entries.has(name)) throw new Error('two entries of one name');
    entries.set(name, entry);
  }
  return entries;
};
