import { isSafeBook } from './excel-records.ts';
import { bytesAt, type Source } from './source.ts';

// [MS-CFB]: a file system in a file, the format of Excel 97 to 2003. Reads the directory and the workbook's stream,
// never the whole file at once.
// docs/decisions/041-upload-checks.md says why this is not a library.

const signature = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const headerBytes = 512;
const entryBytes = 128;
const endOfChain = 0xffff_fffe;
const headerFatSectors = 109;
const maxDirectorySectors = 2_000;
const stream = 2;
const rootStorage = 5;
const shortStreamBytes = 4_096;
const shortSectorBytes = 64;
const largestPiece = 65_536;

// Visual Basic, encryption, and objects: Excel stores each embedded object in a storage `MBD` with a number, each linked one in `LNK`.
// The name of the last one starts with a control character.
const forbidden =
  /^(_VBA_PROJECT(_CUR)?|EncryptedPackage|(MBD|LNK)[0-9A-F]{8}|ObjectPool|\cAOle10Native)$/i;

/** Whether a file that starts with these bytes is a compound file. */
export const startsCompoundFile = (head: Buffer): boolean =>
  head.subarray(0, signature.length).equals(signature);

/**
 * Whether a compound file is an Excel workbook (97 to 2003: `Workbook`; 5.0 and 95: `Book`) without encryption, macros, objects,
 * links to other files and data connections.
 */
export const isWorkbookCompoundFile = async (source: Source): Promise<boolean> => {
  const file = await openFile(source);
  const entries = file && (await readDirectory(file));
  if (!entries) return false;
  const books = entries.filter(({ name, type }) => type === stream && /^(work)?book$/i.test(name));
  if (books.length === 0 || entries.some(({ name }) => forbidden.test(name))) return false;
  const root = entries.find(({ type }) => type === rootStorage);
  for (const book of books) {
    const pieces = await locateStream(file, book, root);
    if (!pieces || !(await isSafeBook(readPieces(source, pieces)))) return false;
  }
  return true;
};

interface CompoundFile {
  source: Source;
  header: Buffer;
  sectorBytes: number;
  /** The sector of the allocation table that was read last. */
  table: { sector: number; bytes: Buffer } | undefined;
}

interface Entry {
  name: string;
  type: number;
  start: number;
  size: number;
}

/** A part of the file. */
interface Piece {
  position: number;
  length: number;
}

const openFile = async (source: Source): Promise<CompoundFile | undefined> => {
  const header = await bytesAt(source, 0, headerBytes);
  if (!header || !startsCompoundFile(header)) return undefined;
  const shift = header.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return undefined;
  return { source, header, sectorBytes: 2 ** shift, table: undefined };
};

const readDirectory = async (file: CompoundFile): Promise<Entry[] | undefined> => {
  const sectors = await sectorsOf(file, file.header.readUInt32LE(48));
  if (!sectors || sectors.length > maxDirectorySectors) return undefined;
  const entries: Entry[] = [];
  for (const sector of sectors) {
    const bytes = await sectorAt(file, sector);
    if (!bytes) return undefined;
    for (let offset = 0; offset < bytes.length; offset += entryBytes) {
      const entry = entryAt(bytes.subarray(offset, offset + entryBytes));
      if (entry) entries.push(entry);
    }
  }
  return entries;
};

/** The sectors of a chain; undefined if it leaves the file or has a cycle. */
const sectorsOf = async (file: CompoundFile, start: number): Promise<number[] | undefined> => {
  const most = file.source.size / file.sectorBytes;
  const sectors: number[] = [];
  for (let sector = start; sector !== endOfChain; ) {
    if (sector >= most || sectors.length >= most) return undefined;
    sectors.push(sector);
    const next = await nextSector(file, sector);
    if (next === undefined) return undefined;
    sector = next;
  }
  return sectors;
};

/** Where the bytes of a stream are, in order; a short one is in the stream of the root storage, in sectors of its own. */
const locateStream = async (
  file: CompoundFile,
  { start, size }: Entry,
  root: Entry | undefined,
): Promise<Piece[] | undefined> => {
  if (size > file.source.size) return undefined;
  const { sectorBytes } = file;
  if (size >= shortStreamBytes) {
    const sectors = await sectorsOf(file, start);
    return (
      sectors &&
      cut(
        sectors.map((n) => (n + 1) * sectorBytes),
        sectorBytes,
        size,
      )
    );
  }
  const table = await sectorsOf(file, file.header.readUInt32LE(60));
  const container = root && (await sectorsOf(file, root.start));
  if (!table || !container) return undefined;
  const positions: number[] = [];
  for (let sector = start; sector !== endOfChain; ) {
    const place = sector * shortSectorBytes;
    const inside = container[Math.floor(place / sectorBytes)];
    const entry = table[Math.floor((sector * 4) / sectorBytes)];
    const tableBytes = entry === undefined ? undefined : await sectorAt(file, entry);
    if (inside === undefined || !tableBytes || positions.length > shortStreamBytes)
      return undefined;
    positions.push((inside + 1) * sectorBytes + (place % sectorBytes));
    sector = tableBytes.readUInt32LE((sector * 4) % sectorBytes);
  }
  return cut(positions, shortSectorBytes, size);
};

/** Pieces of sectors at these positions, `size` bytes in all; neighbours are joined. Undefined if they are too few. */
const cut = (positions: number[], sectorBytes: number, size: number): Piece[] | undefined => {
  if (positions.length * sectorBytes < size) return undefined;
  const pieces: Piece[] = [];
  let left = size;
  for (const position of positions) {
    if (left <= 0) break;
    const length = Math.min(left, sectorBytes);
    const last = pieces.at(-1);
    if (last && last.position + last.length === position && last.length < largestPiece) {
      last.length += length;
    } else pieces.push({ position, length });
    left -= length;
  }
  return pieces;
};

async function* readPieces(source: Source, pieces: Piece[]): AsyncGenerator<Buffer> {
  for (const { position, length } of pieces) {
    const bytes = await bytesAt(source, position, length);
    if (!bytes) return;
    yield bytes;
  }
}

const sectorAt = (file: CompoundFile, sector: number): Promise<Buffer | undefined> =>
  bytesAt(file.source, (sector + 1) * file.sectorBytes, file.sectorBytes);

/** The next sector of a chain, from the file allocation table. */
const nextSector = async (file: CompoundFile, sector: number): Promise<number | undefined> => {
  const perSector = file.sectorBytes / 4;
  const table = await fatSector(file, Math.floor(sector / perSector));
  if (table === undefined) return undefined;
  if (file.table?.sector !== table) {
    const bytes = await sectorAt(file, table);
    if (!bytes) return undefined;
    file.table = { sector: table, bytes };
  }
  return file.table.bytes.readUInt32LE((sector % perSector) * 4);
};

/** The location of a sector of the allocation table: the header lists the first 109, a chain of sectors the rest. */
const fatSector = async (file: CompoundFile, index: number): Promise<number | undefined> => {
  if (index < headerFatSectors) return file.header.readUInt32LE(76 + index * 4);
  const perSector = file.sectorBytes / 4 - 1;
  let hops = Math.floor((index - headerFatSectors) / perSector);
  if (hops > file.source.size / file.sectorBytes) return undefined;
  let list = await sectorAt(file, file.header.readUInt32LE(68));
  for (; list && hops > 0; hops -= 1) {
    list = await sectorAt(file, list.readUInt32LE(perSector * 4));
  }
  return list?.readUInt32LE(((index - headerFatSectors) % perSector) * 4);
};

const entryAt = (bytes: Buffer): Entry | undefined => {
  const nameBytes = bytes.readUInt16LE(64);
  const type = bytes.readUInt8(66);
  if (type === 0 || nameBytes < 2 || nameBytes > 64) return undefined;
  return {
    name: bytes.toString('utf16le', 0, nameBytes - 2),
    type,
    start: bytes.readUInt32LE(116),
    size: bytes.readUInt32LE(120),
  };
};
