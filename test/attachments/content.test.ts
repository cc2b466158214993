import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { attachmentTypes } from '../../contract/index.ts';
import { contentType } from '../../server/attachments/checks/content.ts';
import { isUnknownType, possibleTypes } from '../../server/attachments/checks/file-types.ts';
import { judgeWorkbook } from '../../server/attachments/checks/judge-workbook.ts';

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const xls = 'application/vnd.ms-excel';
const octets = 'application/octet-stream';
const pdf = 'application/pdf';
const read = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url));
const latin1 = (text: string) => Buffer.from(text, 'latin1');

/** The type that contents of this declared type and name are stored as. */
const typeOf = (contents: string | Buffer, declared: string, { name = 'arquivo' } = {}) => {
  const bytes = Buffer.from(contents);
  const readAt = async (buffer: Buffer, position: number) =>
    bytes.copy(buffer, 0, position, position + buffer.length);
  const judge = () => judgeWorkbook(bytes);
  return contentType({ size: bytes.length, readAt }, { name, declared }, judge);
};

describe('files of real programs', () => {
  it.each([
    ['foto.jpg', 'image/jpeg', ['image/jpeg', octets]],
    ['foto.png', 'image/png', ['image/png', octets]],
    ['foto.gif', 'image/gif', ['image/gif', octets]],
    ['foto.webp', 'image/webp', ['image/webp', octets]],
    ['planilha.pdf', pdf, [pdf, 'application/x-pdf', octets]],
    ['planilha.csv', 'text/csv', ['text/csv', 'application/csv', octets]],
    ['planilha.csv', 'text/plain', ['text/plain']],
    ['planilha.csv', xls, [xls, 'application/excel']],
    ['planilha-windows-1252.csv', 'text/csv', ['text/csv']],
    ['planilha-utf16.csv', 'text/csv', ['text/csv', octets]],
    ['planilha.xls', xls, [xls, 'application/msexcel', octets]],
    ['planilha-xlwt.xls', xls, [xls]],
    ['planilha.xlsx', xlsx, [xlsx, xls, 'application/zip', 'application/download', octets]],
    ['planilha-xlsxwriter.xlsx', xlsx, [xlsx]],
    ['planilha-openpyxl.xlsx', xlsx, [xlsx]],
  ])('%s is %s whether its part says %j', async (name, type, declared) => {
    for (const said of declared) {
      expect(await typeOf(read(name), said, { name }), said).toBe(type);
    }
  });

  it.each([
    [
      'texto.docx',
      [xlsx, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ],
    ['texto.docx', [octets]],
    ['macros.xlsm', [xlsx, 'application/vnd.ms-excel.sheet.macroEnabled.12', octets]],
    ['pasta.zip', ['application/zip', xlsx, octets]],
    ['planilha.ods', [xlsx]],
    ['texto.doc', [xls, octets]],
    ['planilha.xls', [xlsx, 'text/plain']],
    ['planilha.xlsx', ['text/csv']],
    ['planilha.pdf', ['text/plain']],
    ['planilha.csv', [pdf, xlsx]],
    ['foto.png', ['image/jpeg', 'image/svg+xml']],
    ['foto.jpg', ['image/png']],
    ['foto.gif', ['image/webp']],
    ['foto.webp', ['image/gif']],
  ])('%s is refused as any of %j', async (name, declared) => {
    for (const said of declared) {
      expect(await typeOf(read(name), said, { name }), said).toBeUndefined();
    }
  });
});

describe('a file of an unknown type', () => {
  it('is judged by its contents, and by its name only if it is a text', async () => {
    expect(await typeOf(read('foto.png'), octets, { name: 'foto.jpg' })).toBe('image/png');
    expect(await typeOf('a;b', octets, { name: 'dados.CSV' })).toBe('text/csv');
    expect(await typeOf('a;b', octets, { name: 'dados' })).toBe('text/plain');
    expect(await typeOf('um %PDF-1.7 começa', octets, { name: 'a.txt' })).toBe('text/plain');
  });
});

describe('a PDF with other bytes in front', () => {
  const behind = (start: string) => Buffer.concat([latin1(start), read('planilha.pdf')]);

  it.each([
    ['1 000 bytes of text', '.'.repeat(1_000)],
    ['the head of a printer job', '\x1b%-12345X@PJL JOB\r\n'],
    ['a head of zeros', '\0'.repeat(128)],
  ])('is accepted after %s', async (_, start) => {
    expect(await typeOf(behind(start), pdf)).toBe(pdf);
    expect(await typeOf(behind(start), octets, { name: 'a.pdf' })).toBe(pdf);
    expect(await typeOf(behind(`${start}\0`), octets, { name: 'a.txt' })).toBeUndefined();
  });

  it.each([
    '.'.repeat(1_025),
    'MZ\x90\0',
    '\x7fELF',
    '#!/bin/sh\n',
    'PK\x03\x04',
    'Rar!',
    '\xd0\xcf\x11\xe0',
  ])(
    'is refused after more than 1 024 bytes or the head of a program or archive: %j',
    async (start) => expect(await typeOf(behind(start), pdf)).toBeUndefined(),
  );
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const exe = Buffer.concat([latin1('MZ\x90\0\x03\0\0\0'), Buffer.alloc(200)]);
const png = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR';

describe('contents of a declared type', () => {
  it.each([
    ['html as png', '<html><body>oi', 'image/png'],
    ['a program', exe, 'application/x-msdownload'],
    ['a program as text', exe, 'text/plain'],
    ['gzip as text', Buffer.from('1f8b0800', 'hex'), 'text/plain'],
    ['an empty image', '', 'image/png'],
    ['the first bytes of an image alone', latin1('\x89PNG\r\n\x1a\n'), 'image/png'],
    ['a PNG without a header', latin1(png.replace('IHDR', 'IDAT')), 'image/png'],
    ['a GIF of no version', 'GIF88a', 'image/gif'],
    ['a JPEG with another mark', latin1('\xff\xd8\xfe\xe0'), 'image/jpeg'],
    ['a RIFF of sound', 'RIFF\0\0\0\0WAVE', 'image/webp'],
    ['a WEBP outside RIFF', 'RIFX\0\0\0\0WEBP', 'image/webp'],
    ['a PDF without its dash', '%PDFx1.4', pdf],
    ['an empty xlsx', '', xlsx],
    ['no more than a zip signature', 'PK\x03\x04', xlsx],
    ['a zip after a program', Buffer.concat([exe, read('planilha.xlsx')]), xlsx],
    ['half an xlsx', read('planilha.xlsx').subarray(0, 2_500), xlsx],
    ['half an xls', read('planilha.xls').subarray(0, 600), xls],
  ])('refuses %s', async (_, contents, type) => {
    expect(await typeOf(contents, type)).toBeUndefined();
  });

  it.each([
    ['a text that begins like a bitmap', 'BM, banco mundial', 'text/plain'],
    ['a text with a mark', '\ufeffnome;valor', 'text/csv'],
    ['a PDF after a line end', '\r\n%PDF-1.7', pdf],
    ['a PDF after a mark', '\ufeff%PDF-1.7', pdf],
    ['the older edition of GIF', 'GIF87a', 'image/gif'],
    ['emoji', '👩‍👩‍👧 olá', 'text/plain'],
    ['a coloured log', '\x1b[31merro\x1b[0m\r\n', 'text/plain'],
    ['html as text', '  <!DOCTYPE html><p>oi', 'text/plain'],
    ['html as the old Excel exports it', '<table><tr><td>1</td></tr></table>', xls],
    ['html in UTF-16', Buffer.from('\ufeff<html>', 'utf16le'), 'text/plain'],
    ['svg as text', svg, 'text/plain'],
  ])('accepts %s', async (_, contents, type) => {
    expect(await typeOf(contents, type)).toBe(type);
  });
});

describe('a declared type', () => {
  it.each([
    [['image/jpeg'], ['image/jpg', 'image/pjpeg', 'application/x-jpg']],
    [['image/png'], ['image/x-png', 'image/vnd.mozilla.apng', 'application/png']],
    [['image/gif'], ['image/x-gif']],
    [['image/webp'], ['image/x-webp']],
    [[pdf], ['application/x-pdf', 'application/acrobat', 'image/pdf', 'text/x-pdf']],
    [['text/csv'], ['text/x-csv', 'text/comma-separated-values', 'text/tsv', 'application/csv']],
    [['text/plain'], ['text/txt', 'text/x-log', 'application/txt']],
    [[xlsx], ['application/xlsx', 'application/x-zip-compressed']],
    [
      [xls, xlsx],
      ['application/excel', 'application/x-dos_ms_excel', 'application/x-ole-storage'],
    ],
    [[], ['image/svg+xml', 'text/html', 'image/bmp', 'video/mp4', 'application/xml']],
  ])('says that a file may be of %j: %j', (types, declared) => {
    for (const type of [...types.slice(0, 1), ...declared]) {
      expect(possibleTypes(type), type).toEqual(types);
      expect(isUnknownType(type), type).toBe(false);
    }
  });

  it.each([octets, 'binary/octet-stream', 'application/force-download', 'unknown/unknown'])(
    'says nothing if it is %s',
    (type) => {
      expect(possibleTypes(type).toSorted()).toEqual(attachmentTypes.toSorted());
      expect(isUnknownType(type)).toBe(true);
    },
  );
});
