import { chunksOf, type Source } from './source.ts';

// [MS-CFB]: a file system in a file, the format of Excel 97 to 2003. Its directory has an entry of
// 128 bytes for each stream: the name in UTF-16, and at byte 64 the bytes of the name with its
// terminator. Entries are where a multiple of 128 bytes begins.

const signature = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const headerBytes = 512;
const entryBytes = 128;

// Visual Basic, encryption, and objects: Excel stores each embedded object in a storage `MBD` with
// a number, each linked one in `LNK`. The name of the last one starts with a control character.
const forbidden =
  /^(_VBA_PROJECT(_CUR)?|EncryptedPackage|(MBD|LNK)[0-9A-F]{8}|ObjectPool|\cAOle10Native)$/i;

/** Whether a file that starts with these bytes is a compound file. */
export const startsCompoundFile = (head: Buffer): boolean =>
  head.subarray(0, signature.length).equals(signature);

/**
 * Whether a compound file has the entry of an Excel workbook (97 to 2003: `Workbook`; 5.0 and 95:
 * `Book`) and none of macros, encryption or objects. Only names are read; what a workbook holds is
 * the malware scanner's work.
 */
export const isWorkbookCompoundFile = async (source: Source): Promise<boolean> => {
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

/** The name that these bytes hold if they are an entry; otherwise anything. */
const entryName = (entry: Buffer): string => {
  const nameBytes = entry.readUInt16LE(longestNameBytes);
  if (nameBytes < 2 || nameBytes > longestNameBytes) return '';
  return entry.toString('utf16le', 0, nameBytes - 2);
};
