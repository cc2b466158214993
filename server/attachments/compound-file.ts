import { bytesAt, type Source } from './source.ts';

// [MS-CFB]: a file system in a file, the format of Excel 97 to 2003. Reads only the directory, sector by sector.
// docs/decisions/041-upload-checks.md says why this is not a library.

const signature = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const headerBytes = 512;
const entryBytes = 128;
const endOfChain = 0xffff_fffe;
const headerFatSectors = 109;
const maxDirectorySectors = 2_000;
const stream = 2;

// Visual Basic, encryption, and embedded objects: Excel stores each object in a storage `MBD` with a number.
// The name of the last one starts with a control character.
const forbidden =
  /^(_VBA_PROJECT(_CUR)?|EncryptedPackage|MBD[0-9A-F]{8}|ObjectPool|\cAOle10Native)$/i;

/** Whether a file that starts with these bytes is a compound file. */
export const startsCompoundFile = (head: Buffer): boolean =>
  head.subarray(0, signature.length).equals(signature);

/**
 * Whether a compound file is an Excel workbook (97 to 2003: `Workbook`; 5.0 and 95: `Book`) without encryption, Visual Basic and
 * embedded objects.
 */
export const isWorkbookCompoundFile = async (source: Source): Promise<boolean> => {
  const entries = await readDirectory(source);
  if (!entries) return false;
  const book = entries.some(
    ({ name, type }) => type === stream && (name === 'Workbook' || name === 'Book'),
  );
  return book && !entries.some(({ name }) => forbidden.test(name));
};

interface Entry {
  name: string;
  type: number;
}

const readDirectory = async (source: Source): Promise<Entry[] | undefined> => {
  const header = await bytesAt(source, 0, headerBytes);
  if (!header || !startsCompoundFile(header)) return undefined;
  const shift = header.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return undefined;
  const file = { source, header, sectorBytes: 2 ** shift };
  const entries: Entry[] = [];
  let sector = header.readUInt32LE(48);
  for (let read = 0; sector !== endOfChain; read += 1) {
    const bytes = read < maxDirectorySectors ? await sectorAt(file, sector) : undefined;
    const next = await nextSector(file, sector);
    if (!bytes || next === undefined) return undefined;
    for (let offset = 0; offset < bytes.length; offset += entryBytes) {
      const entry = entryAt(bytes.subarray(offset, offset + entryBytes));
      if (entry) entries.push(entry);
    }
    sector = next;
  }
  return entries;
};

interface CompoundFile {
  source: Source;
  header: Buffer;
  sectorBytes: number;
}

const sectorAt = (file: CompoundFile, sector: number): Promise<Buffer | undefined> =>
  bytesAt(file.source, (sector + 1) * file.sectorBytes, file.sectorBytes);

/** The next sector of a chain, from the file allocation table. */
const nextSector = async (file: CompoundFile, sector: number): Promise<number | undefined> => {
  const perSector = file.sectorBytes / 4;
  const table = await fatSector(file, Math.floor(sector / perSector));
  if (table === undefined) return undefined;
  return (await sectorAt(file, table))?.readUInt32LE((sector % perSector) * 4);
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
  return { name: bytes.toString('utf16le', 0, nameBytes - 2), type };
};
