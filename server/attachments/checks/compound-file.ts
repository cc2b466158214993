import { chunksOf, type RandomAccessFile } from '../random-access-file.ts';

// [MS-CFB], the format of Excel 97 to 2003, is a file system in a file. Its directory has entries of 128
// bytes. An entry has a name in UTF-16 and, at byte 64, the length of the name with its terminator.

const signature = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';
const headerBytes = 512;
const entryBytes = 128;

// The names mean Visual Basic, encryption, and objects, which Excel stores as `MBD` (embedded) or `LNK`
// (linked).
const forbidden =
  /^(_VBA_PROJECT(_CUR)?|EncryptedPackage|(MBD|LNK)[0-9A-F]{8}|ObjectPool|\cAOle10Native)$/i;

export const startsCompoundFile = (head: string): boolean => head.startsWith(signature);

/**
 * Returns true if the file has a workbook (`Book` in Excel 5.0 and 95) and nothing forbidden; reads only
 * names.
 */
export const isWorkbookCompoundFile = async (source: RandomAccessFile): Promise<boolean> => {
  let isWorkbook = false;
  for await (const chunk of chunksOf(source, headerBytes, source.size)) {
    for (let at = 0; at + entryBytes <= chunk.length; at += entryBytes) {
      const name = entryName(chunk.subarray(at, at + entryBytes));
      if (forbidden.test(name)) return false;
      isWorkbook ||= /^(work)?book$/i.test(name);
    }
  }
  return isWorkbook;
};

const longestNameBytes = 64;

const entryName = (entry: Buffer): string => {
  const nameBytes = entry.readUInt16LE(longestNameBytes);
  if (nameBytes < 2 || nameBytes > longestNameBytes) return '';
  return entry.toString('utf16le', 0, nameBytes - 2);
};
