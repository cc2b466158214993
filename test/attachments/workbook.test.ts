import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { isWorkbookCompoundFile } from '../../server/attachments/compound-file.ts';
import { workbookParts } from '../../server/attachments/workbook.ts';
import { judgeWorkbook } from '../../server/attachments/workbook-parts.ts';
import { AppError } from '../../server/core/errors.ts';

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

const minimal: ArchivePart[] = [
  { name: '[Content_Types].xml', contents: '<Types/>' },
  { name: 'xl/workbook.xml', contents: '<workbook/>' },
];

/** A minimal workbook with further parts. */
const workbook = (...parts: ArchivePart[]): Buffer => zipArchive([...minimal, ...parts]);

/** A relationships part with one relationship. */
const relationship = (type: string, target: string, mode = 'External'): ArchivePart => ({
  name: 'xl/_rels/workbook.xml.rels',
  contents: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" TargetMode="${mode}"/></Relationships>`,
});

const judged = async (contents: Buffer) => {
  const readAt = async (buffer: Buffer, position: number) =>
    contents.copy(buffer, 0, position, position + buffer.length);
  const parts = await workbookParts({ size: contents.length, readAt });
  return parts && judgeWorkbook(parts) ? 'accepted' : refused;
};
const refused = 'refused';

describe('an XLSX archive', () => {
  it('is accepted with a hyperlink, and whatever its sheets hold: they are not read', async () => {
    const link = relationship('Hyperlink', 'https://leitor.com.br');
    const liar = { name: 'xl/worksheets/sheet1.xml', contents: 'x', claimedBytes: 2_000_000_000 };
    expect(await judged(workbook(link, liar))).toBe('accepted');
  });

  it.each(['../../fora', 'xl\\..\\..\\fora', '/etc/passwd', 'C:/fora'])(
    'is refused with a part named %j',
    async (name) => {
      expect(await judged(workbook({ name, contents: 'x' }))).toBe(refused);
    },
  );

  it.each([
    'xl/embeddings/oleObject1.bin',
    'xl/embeddings/Microsoft_Word_Document.docx',
    'XL/Embeddings/oleObject1.bin',
    'xl/externalLinks/externalLink1.xml',
    'xl/connections.xml',
    'xl/activeX/activeX1.xml',
    'customUI/customUI14.xml',
    'xl/webextensions/taskpanes.xml',
    'xl/vbaProject.bin',
    'xl/VBAProject.BIN',
    'xl/vbaData.xml',
    'xl/macrosheets/sheet1.xml',
  ])('is refused with the part %s', async (name) => {
    expect(await judged(workbook({ name, contents: 'x' }))).toBe(refused);
  });

  it('is refused with two parts whose names differ in case only', async () => {
    expect(await judged(workbook({ name: 'XL/Workbook.xml', contents: 'x' }))).toBe(refused);
  });

  it('is refused without a workbook, or without its content types', async () => {
    const types = { name: '[Content_Types].xml', contents: '<Types/>' };
    const book = { name: 'xl/workbook.xml', contents: '<workbook/>' };
    expect(await judged(zipArchive([types, book]))).toBe('accepted');
    for (const part of [types, book, { name: 'a.txt', contents: 'x' }]) {
      expect(await judged(zipArchive([part]))).toBe(refused);
    }
  });

  const officeRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const relations = (name: string, ...links: string[]): ArchivePart => ({
    name,
    contents: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${links.join('')}</Relationships>`,
  });
  const link = (type: string, target = '/xl/coisa.bin', more = '') =>
    `<Relationship Id="rId9" Type="${type.includes('://') ? type : `${officeRelations}/${type}`}" Target="${target}"${more}/>`;

  it.each([
    'vbaProject',
    'wordVbaData',
    'xlMacrosheet',
    'xlIntlMacrosheet',
    'activeXControlBinary',
    'xlExternalLinkPath/xlPathMissing',
    'externalLink',
    'externalLinkPath',
    'externalLinkLongPath',
    'control',
    'oleObject',
    'package',
    'connections',
    'queryTable',
    'attachedTemplate',
    'webextensiontaskpanes',
    'ui/extensibility',
    'attachedToolbars',
    'frame',
    'subDocument',
    'aFChunk',
    'mailMergeSource',
    'customData',
    'OLEOBJECT',
  ])('is refused with a relationship of the type %s', async (type) => {
    const archive = (links: string) =>
      judged(workbook(relations('xl/_rels/workbook.xml.rels', links)));
    expect(await archive(link(type))).toBe(refused);
    expect(await archive(link(`${type}Outro/nada`))).toBe('accepted');
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
  ])('is refused with a relationship of %s under a name of its own', async (_, links) => {
    const harmless = { name: 'xl/coisa.bin', contents: 'x' };
    for (const name of [
      'xl/_rels/workbook.xml.rels',
      'xl/folhas/_rels/a.xml.rels',
      '_RELS/.rels',
    ]) {
      expect(await judged(workbook(harmless, relations(name, links)))).toBe(refused);
    }
  });

  it('may have its relationships in UTF-16, which are read as others are', async () => {
    const inUtf16 = async (...links: string[]) => {
      const { name, contents } = relations('xl/_rels/workbook.xml.rels', ...links);
      const little = Buffer.from(`\ufeff${contents}`, 'utf16le');
      const of = (bytes: Buffer) => judged(workbook({ name, contents: bytes }));
      return [await of(little), await of(Buffer.from(little).swap16())];
    };
    expect(await inUtf16(link('hyperlink'))).toEqual(['accepted', 'accepted']);
    expect(await inUtf16(link('vbaProject'))).toEqual([refused, refused]);
  });

  it('is in an encoding that packages may have', async () => {
    const { name, contents } = relations('xl/_rels/workbook.xml.rels');
    const inEncoding = (encoding: string) =>
      judged(
        workbook({ name, contents: `<?xml version="1.0" encoding='${encoding}'?>${contents}` }),
      );
    for (const encoding of ['UTF-8', 'utf8', 'UTF-16', 'us-ascii', 'ASCII'])
      expect([encoding, await inEncoding(encoding)]).toEqual([encoding, 'accepted']);
    for (const encoding of ['utf-7', 'xutf-8', 'utf-8x', 'iso-8859-1'])
      expect([encoding, await inEncoding(encoding)]).toEqual([encoding, refused]);
  });

  const types = (overrides: string): ArchivePart => ({
    name: '[Content_Types].xml',
    contents: `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${overrides}</Types>`,
  });
  const override = (part: string, type: string) =>
    `<Override PartName="${part}" ContentType="${type}"/>`;
  const sheetMain = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';

  it.each([
    'ms-office.vbaProject',
    'ms-excel.macrosheet+xml',
    'ms-office.activeX+xml',
    'ms-excel.control+xml',
    'ms-office.webextension+xml',
    'ms-excel.sheet.binary',
    ...['oleObject', 'package', 'spreadsheetml.connections+xml', 'spreadsheetml.queryTable+xml']
      .concat('spreadsheetml.externalLink+xml')
      .map((type) => `openxmlformats-officedocument.${type}`),
  ])(
    'is refused with a part of the content type %s, and not if there is no such part',
    async (type) => {
      const book = { name: 'xl/workbook.xml', contents: '<workbook/>' };
      const part = { name: 'xl/coisa.dat', contents: 'x' };
      for (const declared of [
        override('/xl/coisa.dat', `application/vnd.${type}`),
        `<Default Extension="DAT" ContentType="application/vnd.${type}"/>`,
      ]) {
        expect(await judged(zipArchive([types(declared), book, part]))).toBe(refused);
        expect(await judged(zipArchive([types(declared), book]))).toBe('accepted');
      }
    },
  );

  it.each(['application/binary', 'application/vnd.ms-excel.controlproperties+xml'])(
    'is accepted with a part of the type %s, as Google Sheets and forms have',
    async (type) => {
      const book = { name: 'xl/workbook.xml', contents: '<workbook/>' };
      const part = { name: 'xl/coisa', contents: 'x' };
      const archive = zipArchive([types(override('/xl/coisa', type)), book, part]);
      expect(await judged(archive)).toBe('accepted');
    },
  );

  it('is refused with elements in elements, or some that are not closed, at little cost', async () => {
    const started = process.cpuUsage();
    for (const name of ['[Content_Types].xml', 'xl/_rels/workbook.xml.rels']) {
      const others = minimal.filter((part) => part.name !== name);
      for (const contents of ['<a>'.repeat(600_000), '<Types>', '<Types><a></Types>']) {
        expect(await judged(zipArchive([...others, { name, contents }]))).toBe(refused);
      }
    }
    // A parser that is quadratic in open elements takes minutes.
    expect(process.cpuUsage(started).user).toBeLessThan(5_000_000);
  });

  it('may have its workbook under another name, which must be a workbook without macros', async () => {
    const root = relations('_rels/.rels', link('OFFICEDOCUMENT', 'livro/a.xml'));
    const book = { name: 'livro/a.xml', contents: '<workbook/>' };
    const archive = (type: string) =>
      zipArchive([types(override('/livro/a.xml', type)), root, book]);
    expect(await judged(archive(sheetMain))).toBe('accepted');
    for (const type of [
      'application/vnd.ms-excel.sheet.macroEnabled.main+xml',
      'application/vnd.ms-excel.sheet.binary.macroEnabled.main',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
    ]) {
      expect(await judged(archive(type))).toBe(refused);
    }
    expect(await judged(zipArchive([types(''), root]))).toBe(refused);
    const named = (target: string, name: string, type: string) =>
      judged(
        zipArchive([
          types(override('/livro/a.xml', type)),
          ...minimal.slice(1),
          book,
          relations(
            name,
            link('officeDocument', 'xl/workbook.xml'),
            link('officeDocument', target),
          ),
        ]),
      );
    for (const target of ['livro/a.xml', '/livro/a.xml', './livro/a.xml'])
      expect(await named(target, '_rels/.rels', ` ${sheetMain} `)).toBe('accepted');
    expect(await named('livro/a.xml', '_rels/.rels', 'application/msword')).toBe(refused);
    expect(await named('livro/a.xml', 'xl/_rels/.rels', 'application/msword')).toBe('accepted');
  });

  it('is neither accepted nor refused if it cannot be read', async () => {
    const readAt = () => Promise.reject(new AppError('unavailable'));
    const unread = workbookParts({ size: 1_000, readAt });
    await expect(unread).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('is refused with relationships of over 2 MiB, or more than 10 000 parts', async () => {
    const own = Buffer.byteLength('<Types/>');
    const many = (bytes: number) =>
      judged(workbook({ name: 'xl/_rels/a.rels', contents: ' '.repeat(bytes - own) }));
    expect([await many(2_097_152), await many(2_097_153)]).toEqual(['accepted', refused]);
    const parts = (count: number) =>
      judged(
        workbook(...Array.from({ length: count - 2 }, (_, n) => ({ name: `${n}`, contents: '' }))),
      );
    expect([await parts(10_000), await parts(10_001)]).toEqual(['accepted', refused]);
  });
});

it('an old workbook is known by each entry behind its header, up to the last one', async () => {
  const isOne = (...entries: (string | [string, number])[]) => {
    const file = Buffer.alloc(512 + entries.length * 128);
    for (const [at, entry] of entries.entries()) {
      const [name, bytes] = typeof entry === 'string' ? [entry, entry.length * 2 + 2] : entry;
      file.write(name, 512 + at * 128, 'utf16le');
      file.writeUInt16LE(bytes, 512 + at * 128 + 64);
    }
    // What stands in the header is no entry.
    file.write('EncryptedPackage', 0, 'utf16le');
    file.writeUInt16LE(34, 64);
    const readAt = async (buffer: Buffer, position: number) =>
      file.copy(buffer, 0, position, position + buffer.length);
    return isWorkbookCompoundFile({ size: file.length, readAt });
  };
  expect(await isOne('Root', 'Workbook')).toBe(true);
  expect(await isOne('Workbook', 'EncryptedPackage')).toBe(false);
  expect(await isOne('Workbook', ['EncryptedPackage', 0], ['EncryptedPackage', 66])).toBe(true);
});
