import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { isWorkbookCompoundFile } from '../../server/attachments/checks/compound-file.ts';
import { judgeWorkbook } from '../../server/attachments/checks/judge-workbook.ts';

/** A file of an archive; `claimedBytes` is what its headers say instead of the true size. */
interface ArchivePart {
  name: string;
  contents: string | Buffer;
  claimedBytes?: number;
}

/** Writes a zip archive that may lie about the sizes of its parts. */
const zipArchive = (parts: readonly ArchivePart[]): Buffer => {
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

const noTypes: ArchivePart = { name: '[Content_Types].xml', contents: '<Types/>' };
const book: ArchivePart = { name: 'xl/workbook.xml', contents: '<workbook/>' };

/** A minimal workbook with further parts. */
const workbook = (...parts: ArchivePart[]): Buffer => zipArchive([noTypes, book, ...parts]);

const sourceOf = (file: Buffer) => ({
  size: file.length,
  readAt: async (buffer: Buffer, position: number) =>
    file.copy(buffer, 0, position, position + buffer.length),
});
const isAccepted = (archive: Buffer): Promise<boolean> => judgeWorkbook(archive);

const officeRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const link = (type: string, target = '/xl/coisa.bin', more = '') =>
  `<Relationship Id="rId9" Type="${type.includes('://') ? type : `${officeRelations}/${type}`}" Target="${target}"${more}/>`;
const relations = (name: string, ...links: string[]) => ({
  name,
  contents: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${links.join('')}</Relationships>`,
});
const ofWorkbook = 'xl/_rels/workbook.xml.rels';
const types = (overrides: string): ArchivePart => ({
  name: '[Content_Types].xml',
  contents: `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${overrides}</Types>`,
});
const override = (part: string, type: string) =>
  `<Override PartName="${part}" ContentType="${type}"/>`;

describe('the parts of an XLSX archive', () => {
  it('may be anything that nothing reads: hyperlinks, and sheets of a false size', async () => {
    const hyperlink = link('Hyperlink', 'https://leitor.com.br', ' TargetMode="External"');
    const liar = { name: 'xl/worksheets/sheet1.xml', contents: 'x', claimedBytes: 2_000_000_000 };
    expect(await isAccepted(workbook(relations(ofWorkbook, hyperlink), liar))).toBe(true);
  });

  it.each([
    ['../../fora', 'xl\\..\\..\\fora', '/etc/passwd', 'C:/fora'],
    ['xl/embeddings/oleObject1.bin', 'XL/Embeddings/a.docx', 'xl/externalLinks/externalLink1.xml'],
    ['xl/connections.xml', 'xl/activeX/activeX1.xml', 'customUI/customUI14.xml'],
    ['xl/webextensions/taskpanes.xml', 'xl/macrosheets/sheet1.xml'],
    ['xl/vbaProject.bin', 'xl/VBAProject.BIN', 'xl/vbaData.xml'],
    // The same name twice.
    ['XL/Workbook.xml'],
  ])('may not be named %s', async (...names) => {
    for (const name of names) {
      expect(await isAccepted(workbook({ name, contents: 'x' })), name).toBe(false);
    }
  });

  it('include a workbook and content types', async () => {
    expect(await isAccepted(zipArchive([noTypes, book]))).toBe(true);
    for (const part of [noTypes, book, { name: 'a.txt', contents: 'x' }]) {
      expect(await isAccepted(zipArchive([part]))).toBe(false);
    }
  });

  it('have relationships of at most 2 MiB, and are at most 10 000', async () => {
    const ofSize = (bytes: number) =>
      workbook({ name: 'xl/_rels/a.rels', contents: ' '.repeat(bytes - '<Types/>'.length) });
    expect(await isAccepted(ofSize(2_097_152))).toBe(true);
    expect(await isAccepted(ofSize(2_097_153))).toBe(false);
    const ofCount = (count: number) =>
      workbook(...Array.from({ length: count - 2 }, (_, n) => ({ name: `${n}`, contents: '' })));
    expect(await isAccepted(ofCount(10_000))).toBe(true);
    expect(await isAccepted(ofCount(10_001))).toBe(false);
  });

  it('have names of at most 1 MiB in all', async () => {
    const ofLength = (length: number) =>
      isAccepted(
        workbook(
          ...Array.from({ length: 1_000 }, (_, n) => ({
            name: `${n}`.padEnd(length, 'x'),
            contents: '',
          })),
        ),
      );
    expect([await ofLength(1_040), await ofLength(1_060)]).toEqual([true, false]);
  });
});

describe('the relationships of a workbook', () => {
  const forbidden =
    'vbaProject wordVbaData xlMacrosheet xlIntlMacrosheet activeXControlBinary xlExternalLinkPath/xlPathMissing externalLink externalLinkPath externalLinkLongPath control oleObject package connections queryTable attachedTemplate webextensiontaskpanes ui/extensibility attachedToolbars frame subDocument aFChunk mailMergeSource customData OLEOBJECT';

  it.each(forbidden.split(' '))('may not be of the type %s', async (type) => {
    const archive = (links: string) => isAccepted(workbook(relations(ofWorkbook, links)));
    expect(await archive(link(type))).toBe(false);
    expect(await archive(link(`${type}Outro/nada`))).toBe(true);
  });

  it.each([
    [
      'the strict edition',
      link('http://purl.oclc.org/ooxml/officeDocument/relationships/oleObject'),
    ],
    ['a picture elsewhere', link('image', 'http://golpe.example/x.png', ' TargetMode=" External"')],
    ['a type written with references', link('ole&#79;bject')],
    ['a prefix', link('externalLink').replace('<Relationship', '<r:Relationship')],
    ['a document type', `<!DOCTYPE a [<!ENTITY b "oleObject">]>`],
  ])('may not hide a forbidden one with %s, in any part of relationships', async (_, links) => {
    for (const name of [ofWorkbook, 'xl/folhas/_rels/a.xml.rels', '_RELS/.rels']) {
      expect(await isAccepted(workbook(relations(name, links))), name).toBe(false);
    }
  });

  it('are read in UTF-16 of either order too', async () => {
    for (const [type, accepted] of [
      ['hyperlink', true],
      ['vbaProject', false],
    ] as const) {
      const { name, contents } = relations(ofWorkbook, link(type));
      const little = Buffer.from(`\ufeff${contents}`, 'utf16le');
      for (const bytes of [little, Buffer.from(little).swap16()]) {
        expect(await isAccepted(workbook({ name, contents: bytes })), type).toBe(accepted);
      }
    }
  });

  it('are in an encoding that packages may have', async () => {
    const { name, contents } = relations(ofWorkbook);
    const inEncoding = (encoding: string) =>
      isAccepted(
        workbook({ name, contents: `<?xml version="1.0" encoding='${encoding}'?>${contents}` }),
      );
    for (const encoding of ['UTF-8', 'utf8', 'UTF-16', 'us-ascii', 'ASCII'])
      expect(await inEncoding(encoding), encoding).toBe(true);
    for (const encoding of ['utf-7', 'xutf-8', 'utf-8x', 'iso-8859-1'])
      expect(await inEncoding(encoding), encoding).toBe(false);
  });

  it('and content types that are deep or not closed are refused at little cost', async () => {
    const started = process.cpuUsage();
    for (const contents of ['<a>'.repeat(600_000), '<Types>', '<Types><a></Types>']) {
      const deepTypes = zipArchive([{ ...noTypes, contents }, book]);
      expect(await isAccepted(deepTypes)).toBe(false);
      expect(await isAccepted(workbook({ name: ofWorkbook, contents }))).toBe(false);
    }
    // A parser that is quadratic in open elements takes minutes.
    expect(process.cpuUsage(started).user).toBeLessThan(5_000_000);
  });
});

describe('the content types of a workbook', () => {
  const part = { name: 'xl/coisa.dat', contents: 'x' };

  it.each([
    'ms-office.vbaProject',
    'ms-excel.macrosheet+xml',
    'ms-office.activeX+xml',
    'ms-excel.control+xml',
    'ms-office.webextension+xml',
    'ms-excel.sheet.binary',
    'openxmlformats-officedocument.oleObject',
    'openxmlformats-officedocument.package',
    'openxmlformats-officedocument.spreadsheetml.connections+xml',
    'openxmlformats-officedocument.spreadsheetml.queryTable+xml',
    'openxmlformats-officedocument.spreadsheetml.externalLink+xml',
  ])('may not say that a part is %s, unless there is no such part', async (type) => {
    for (const declared of [
      override('/xl/coisa.dat', `application/vnd.${type}`),
      `<Default Extension="DAT" ContentType="application/vnd.${type}"/>`,
    ]) {
      expect(await isAccepted(zipArchive([types(declared), book, part]))).toBe(false);
      expect(await isAccepted(zipArchive([types(declared), book]))).toBe(true);
    }
  });

  it.each(['application/binary', 'application/vnd.ms-excel.controlproperties+xml'])(
    'may say %s, as Google Sheets and forms do',
    async (type) => {
      const archive = zipArchive([types(override('/xl/coisa.dat', type)), book, part]);
      expect(await isAccepted(archive)).toBe(true);
    },
  );

  const sheetMain = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';
  const other = { name: 'livro/a.xml', contents: '<workbook/>' };
  const otherOf = (type: string) => types(override('/livro/a.xml', type));

  it('of a workbook under another name are those of one without macros', async () => {
    const root = relations('_rels/.rels', link('OFFICEDOCUMENT', 'livro/a.xml'));
    const archive = (type: string) => isAccepted(zipArchive([otherOf(type), root, other]));
    expect(await archive(sheetMain)).toBe(true);
    expect(await archive('application/vnd.ms-excel.sheet.macroEnabled.main+xml')).toBe(false);
    expect(await archive('application/msword')).toBe(false);
    expect(await isAccepted(zipArchive([types(''), root]))).toBe(false);
  });

  it('count for every workbook that the package itself names', async () => {
    const named = (target: string, name: string, type: string) => {
      const both = [link('officeDocument', 'xl/workbook.xml'), link('officeDocument', target)];
      return isAccepted(zipArchive([otherOf(type), book, other, relations(name, ...both)]));
    };
    for (const target of ['livro/a.xml', '/livro/a.xml', './livro/a.xml'])
      expect(await named(target, '_rels/.rels', ` ${sheetMain} `), target).toBe(true);
    expect(await named('livro/a.xml', '_rels/.rels', 'application/msword')).toBe(false);
    expect(await named('livro/a.xml', 'xl/_rels/.rels', 'application/msword')).toBe(true);
  });
});

describe('a workbook of Excel 97 to 2003', () => {
  /** A compound file with these entries; each has its name's length, or another. */
  const isWorkbook = (...entries: (string | [string, number])[]) => {
    const file = Buffer.alloc(512 + entries.length * 128);
    for (const [at, entry] of entries.entries()) {
      const [name, bytes] = typeof entry === 'string' ? [entry, entry.length * 2 + 2] : entry;
      file.write(name, 512 + at * 128, 'utf16le');
      file.writeUInt16LE(bytes, 512 + at * 128 + 64);
    }
    // The header is no entry.
    file.write('EncryptedPackage', 0, 'utf16le');
    file.writeUInt16LE(34, 64);
    return isWorkbookCompoundFile(sourceOf(file));
  };

  it('has an entry of a workbook', async () => {
    expect(await isWorkbook('Root', 'Workbook')).toBe(true);
    expect(await isWorkbook('Root', 'Book')).toBe(true);
    expect(await isWorkbook('Root', 'Contents')).toBe(false);
  });

  it('has no entry of macros, encryption or objects, up to the last one', async () => {
    const forbidden = '_VBA_PROJECT _VBA_PROJECT_CUR MBD0018D4CE lnk0018d4ce ObjectPool';
    for (const name of [...forbidden.split(' '), 'EncryptedPackage', '\x01Ole10Native'])
      expect(await isWorkbook('Workbook', name), name).toBe(false);
    for (const name of ['XMBD0018D4CE', 'MBD0018D4C', 'ObjectPools'])
      expect(await isWorkbook('Workbook', name), name).toBe(true);
    const noNames: [string, number][] = [
      ['EncryptedPackage', 0],
      ['EncryptedPackage', 66],
    ];
    expect(await isWorkbook('Workbook', ...noNames)).toBe(true);
  });
});
