/** A record of a workbook's stream. */
export type ExcelRecord = [type: number, data: number[]];

const endOfChain = 0xffff_fffe;

/** What else a directory lists: a stream or a storage without contents. */
export interface OtherEntry {
  name: string;
  type: number;
}

/**
 * A compound file whose only stream is a workbook of these records, between the beginning of a BIFF8 workbook and its end. Its directory
 * has a second sector, which lists `others`.
 */
export const excelFile = (
  records: ExcelRecord[],
  {
    version = 0x0600,
    name = 'Workbook',
    padding = 0,
    others = [] as OtherEntry[],
    sectorShift = 9,
  } = {},
): Buffer => {
  const sectorBytes = 2 ** sectorShift;
  const numbers = numbersIn(sectorBytes);
  const beginning: ExcelRecord = [0x0809, [version & 255, version >> 8, 5, 0]];
  const fillers = Array.from({ length: padding }, (): ExcelRecord => [0x0031, Array(100).fill(1)]);
  const stream = Buffer.concat(
    [beginning, ...fillers, ...records, [0x000a, []] satisfies ExcelRecord].map(recordOf),
  );
  const short = stream.length < 4_096;
  const contents = Math.ceil(stream.length / sectorBytes);
  // Sector 0: the allocation table; 1: the directory; 2: the table of short sectors; 3 and on: the stream, or what holds it.
  // The last one is the second of the directory.
  const last = 3 + contents;
  const table = numbers([0xffff_fffd, last, endOfChain, ...chain(3, contents), endOfChain]);
  const shortTable = numbers(short ? chain(0, Math.ceil(stream.length / 64)) : []);
  const directory = Buffer.alloc(sectorBytes);
  writeEntry(directory, 0, 'Root Entry', 5, short ? 3 : endOfChain, contents * sectorBytes);
  writeEntry(directory, 128, name, 2, short ? 0 : 3, stream.length);
  const body = Buffer.alloc(contents * sectorBytes);
  stream.copy(body);
  const more = Buffer.alloc(sectorBytes);
  for (const [index, other] of others.entries()) {
    writeEntry(more, index * 128, other.name, other.type, endOfChain, 8);
  }
  return Buffer.concat([headerOf(sectorShift), table, directory, shortTable, body, more]);
};

const recordOf = ([type, data]: ExcelRecord): Buffer =>
  Buffer.from([type & 255, type >> 8, data.length & 255, data.length >> 8, ...data]);

/** The links of consecutive sectors. */
const chain = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, n) => (n === count - 1 ? endOfChain : first + n + 1));

const numbersIn =
  (sectorBytes: number) =>
  (values: number[]): Buffer => {
    const sector = Buffer.alloc(sectorBytes, 0xff);
    for (const [index, value] of values.entries()) sector.writeUInt32LE(value, index * 4);
    return sector;
  };

const headerOf = (sectorShift: number): Buffer => {
  const header = Buffer.alloc(2 ** sectorShift, 0xff);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.fill(0, 8, 76);
  header.writeUInt16LE(3, 26);
  header.writeUInt16LE(0xfffe, 28);
  header.writeUInt16LE(sectorShift, 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(1, 44);
  header.writeUInt32LE(1, 48);
  header.writeUInt32LE(4_096, 56);
  header.writeUInt32LE(2, 60);
  header.writeUInt32LE(1, 64);
  header.writeUInt32LE(endOfChain, 68);
  header.writeUInt32LE(0, 76);
  return header;
};

const writeEntry = (
  directory: Buffer,
  at: number,
  name: string,
  type: number,
  start: number,
  size: number,
): void => {
  directory.write(name, at, 'utf16le');
  directory.writeUInt16LE((name.length + 1) * 2, at + 64);
  directory.writeUInt8(type, at + 66);
  directory.writeUInt32LE(start, at + 116);
  directory.writeUInt32LE(size, at + 120);
};
