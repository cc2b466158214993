import { crc32, deflateRawSync } from 'node:zlib';

/** A file of an archive; `claimedBytes` is what its headers say instead of the true size. */
export interface ArchivePart {
  name: string;
  contents: string | Buffer;
  claimedBytes?: number;
}

/** Writes a zip archive that may lie about the sizes of its parts. */
export const zipArchive = (parts: readonly ArchivePart[]): Buffer => {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, contents, claimedBytes } of parts) {
    const bytes = Buffer.from(contents);
    const packed = deflateRawSync(bytes);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(claimedBytes ?? bytes.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), fields, tail, Buffer.from(name)]),
    );
    files.push(file);
    offset += file.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(listing.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, listing, Buffer.from('PK\x05\x06'), end]);
};

const minimal: ArchivePart[] = [
  { name: '[Content_Types].xml', contents: '<Types/>' },
  { name: 'xl/workbook.xml', contents: '<workbook/>' },
];

/** A minimal workbook with further parts. */
export const workbook = (...parts: ArchivePart[]): Buffer => zipArchive([...minimal, ...parts]);

/** A relationships part with one relationship. */
export const relationship = (type: string, target: string, mode = 'External'): ArchivePart => ({
  name: 'xl/_rels/workbook.xml.rels',
  contents: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" TargetMode="${mode}"/></Relationships>`,
});
