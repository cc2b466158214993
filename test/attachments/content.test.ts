import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { attachmentTypes } from '../../contract/index.ts';
import { contentCheck } from '../../server/attachments/content.ts';
import { startApp } from '../harness.ts';
import { errorCode } from '../public-client.ts';
import { openTicket, uploadOne } from './attachment-helpers.ts';

const app = await startApp();
afterAll(() => app.close());
const agent = await app.client();
const ticket = await openTicket(app);

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const xls = 'application/vnd.ms-excel';
const read = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url));

const upload = (contents: BlobPart, name: string, type: string) =>
  agent.uploadAttachments({
    params: { id: ticket.id },
    body: { arquivo: new File([contents], name, { type }) },
  });

describe('files of real programs', () => {
  it('every type of the contract has a check', () => {
    for (const type of attachmentTypes) expect(contentCheck('arquivo', type), type).toBeDefined();
  });

  it.each([
    ['foto.jpg', 'image/jpeg'],
    ['foto.png', 'image/png'],
    ['foto.gif', 'image/gif'],
    ['foto.webp', 'image/webp'],
    ['planilha.pdf', 'application/pdf'],
    ['planilha.csv', 'text/csv'],
    ['planilha.csv', 'text/plain'],
    ['planilha.csv', xls],
    ['planilha-windows-1252.csv', 'text/csv'],
    ['planilha-windows-1252.csv', xls],
    ['planilha-utf16.csv', 'text/csv'],
    ['planilha.xls', xls],
    ['planilha-xlwt.xls', xls],
    ['planilha.xlsx', xlsx],
    ['planilha-xlsxwriter.xlsx', xlsx],
    ['planilha-openpyxl.xlsx', xlsx],
  ])('%s is accepted as %s and downloads unchanged', async (name, type) => {
    const contents = read(name);
    const stored = await uploadOne(agent, ticket.id, new File([contents], name, { type }));
    expect(stored).toMatchObject({ tipoArquivo: type, tamanhoArquivo: contents.length });
    const { status, body } = await agent.downloadAttachment({
      params: { attachmentId: stored.id },
    });
    if (status !== 200) throw new Error(JSON.stringify(body));
    expect(body.type).toBe(type);
    expect(Buffer.from(await body.arrayBuffer()).equals(contents)).toBe(true);
  });

  it.each([
    ['texto.docx', xlsx],
    ['texto.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['macros.xlsm', xlsx],
    ['macros.xlsm', 'application/vnd.ms-excel.sheet.macroEnabled.12'],
    ['pasta.zip', 'application/zip'],
    ['pasta.zip', xlsx],
    ['planilha.ods', xlsx],
    ['texto.doc', xls],
    ['planilha.xls', xlsx],
    ['planilha.xlsx', 'text/csv'],
    ['planilha.xls', 'text/plain'],
    ['planilha.pdf', 'text/plain'],
    ['planilha.csv', 'application/pdf'],
    ['planilha.csv', xlsx],
    ['foto.png', 'image/jpeg'],
    ['foto.jpg', 'image/png'],
    ['foto.gif', 'image/webp'],
    ['foto.webp', 'image/gif'],
    ['foto.png', 'image/svg+xml'],
    ['pasta.zip', 'application/octet-stream'],
    ['texto.doc', 'application/octet-stream'],
    ['texto.docx', 'application/octet-stream'],
    ['macros.xlsm', 'application/octet-stream'],
  ])('%s is refused as %j', async (name, type) => {
    const { status, body } = await upload(read(name), name, type);
    expect(status).toBe(415);
    expect(body).toEqual({
      success: false,
      message:
        'Tipo de arquivo não permitido. Tipos aceitos: imagens, PDFs, documentos de texto e planilhas',
    });
  });
});

describe('a file whose part says application/octet-stream', () => {
  it.each([
    ['foto.jpg', 'image/jpeg'],
    ['foto.png', 'image/png'],
    ['foto.gif', 'image/gif'],
    ['foto.webp', 'image/webp'],
    ['planilha.pdf', 'application/pdf'],
    ['planilha.csv', 'text/csv'],
    ['planilha-utf16.csv', 'text/csv'],
    ['planilha.xls', xls],
    ['planilha.xlsx', xlsx],
  ])('%s is stored and downloads as %s', async (name, type) => {
    for (const declared of ['application/octet-stream', '']) {
      const file = new File([read(name)], name, { type: declared });
      const stored = await uploadOne(agent, ticket.id, file);
      expect(stored.tipoArquivo).toBe(type);
      const { status, body } = await agent.downloadAttachment({
        params: { attachmentId: stored.id },
      });
      if (status !== 200) throw new Error(JSON.stringify(body));
      expect(body.type).toBe(type);
    }
  });

  it('is judged by its contents, not by its name, except for a CSV', async () => {
    for (const [contents, name, type] of [
      [read('foto.png'), 'foto.jpg', 'image/png'],
      [read('planilha.csv'), 'dados.CSV', 'text/csv'],
      [read('planilha.csv'), 'dados', 'text/plain'],
    ] as const) {
      const { status, body } = await upload(contents, name, 'application/octet-stream');
      expect([status, body]).toMatchObject([201, { data: { tipoArquivo: type } }]);
    }
  });

  it('is refused if a system runs its name', async () => {
    const response = await upload('oi', 'comprovante.bat', 'application/octet-stream');
    expect([response.status, errorCode(response)]).toEqual([415, 'attachment-type-not-allowed']);
  });
});

describe('a file whose part says a type that programs made up', () => {
  it.each([
    ['planilha.csv', 'text/csv', 'application/csv'],
    ['planilha.csv', xls, 'application/excel'],
    ['planilha.xls', xls, 'application/msexcel'],
    ['planilha.xlsx', xlsx, `${xls} application/zip application/msexcel`],
    ['planilha.xlsx', xlsx, 'application/download'],
  ])('%s is stored as %s for each of %s', async (name, type, declared) => {
    for (const alias of declared.split(' ')) {
      const file = new File([read(name)], name, { type: alias });
      expect(await uploadOne(agent, ticket.id, file), alias).toMatchObject({ tipoArquivo: type });
    }
  });
});

describe('a PDF with other bytes in front', () => {
  const behind = (bytes: string) =>
    Buffer.concat([Buffer.from(bytes, 'latin1'), read('planilha.pdf')]);

  it.each([
    ['1 000 bytes of text', `<br>Aviso${'.'.repeat(990)}\n`],
    ['the head of a printer job', '\x1b%-12345X@PJL JOB\r\n@PJL ENTER LANGUAGE=PDF\r\n'],
    ['a head of zeros', '\0'.repeat(128)],
  ])('is taken after %s', async (_, bytes) => {
    for (const type of ['application/pdf', 'application/x-pdf', 'application/octet-stream']) {
      const { status, body } = await upload(behind(bytes), 'a.pdf', type);
      expect([status, body]).toMatchObject([201, { data: { tipoArquivo: 'application/pdf' } }]);
    }
  });

  it.each([
    ['more than 1 024 bytes', '.'.repeat(1_025), 'application/pdf'],
    ['the head of a program', 'MZ\x90\0', 'application/pdf'],
    ['the head of another program', '\x7fELF', 'application/pdf'],
    ['the head of a script', '#!/bin/sh\n', 'application/pdf'],
    ['the head of an archive', 'PK\x03\x04', 'application/pdf'],
    ['the head of another archive', 'Rar!', 'application/pdf'],
    ['the head of an old workbook', '\xd0\xcf\x11\xe0', 'application/pdf'],
    ['a text', 'oi\0', 'application/pdf'],
  ])('is refused after %s as it is by readers', async (why, bytes, type) => {
    const name = why === 'a text' ? 'a.txt' : 'a.pdf';
    const declared = why === 'a text' ? 'application/octet-stream' : type;
    expect((await upload(behind(bytes), name, declared)).status).toBe(415);
  });

  it('is not seen in a text that speaks of PDFs', async () => {
    const { body } = await upload('um %PDF-1.7 começa assim', 'a.txt', 'application/octet-stream');
    expect(body).toMatchObject({ data: { tipoArquivo: 'text/plain' } });
  });
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const exe = Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), Buffer.alloc(200)]);

describe('contents that contradict the type', () => {
  it.each([
    ['html as png', '<html><body>oi', 'image/png'],
    ['svg as png', svg, 'image/png'],
    ['a program as itself', exe, 'application/x-msdownload'],
    ['a program as text', exe, 'text/plain'],
    ['a program as an image', exe, 'image/jpeg'],
    ['an ELF program as csv', Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), 'text/csv'],
    ['a text with NUL', 'a\0b', 'text/plain'],
    ['gzip as text', Buffer.from('1f8b0800', 'hex'), 'text/plain'],
    ['no encoding at all', Buffer.from([0x41, 0x81, 0xff, 0x8d]), 'text/plain'],
    ['half a pair in UTF-16', Buffer.from('fffe00d84100', 'hex'), 'text/plain'],
    ['an empty image', '', 'image/png'],
    ['the first bytes of an image alone', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'image/png'],
    ['an empty xlsx', '', xlsx],
    ['no more than a zip signature', 'PK\x03\x04', xlsx],
    ['a zip after a program', Buffer.concat([exe, read('planilha.xlsx')]), xlsx],
    ['half an xlsx', read('planilha.xlsx').subarray(0, 2_500), xlsx],
    ['half an xls', read('planilha.xls').subarray(0, 600), xls],
  ])('refuses %s', async (_, contents, type) => {
    expect((await upload(contents, 'arquivo', type)).status).toBe(415);
  });

  it.each([
    ['a text that says BM', 'BM, banco mundial', 'text/plain'],
    ['a text with <', '< 5 anos', 'text/plain'],
    ['a text with a mark', '\ufeffnome;valor', 'text/csv'],
    ['a PDF after a line end', '\r\n%PDF-1.7', 'application/pdf'],
    ['a PDF after a mark', '\ufeff%PDF-1.7', 'application/pdf'],
    ['emoji', '👩‍👩‍👧 olá', 'text/plain'],
    ['a coloured log', '\x1b[31merro\x1b[0m\r\n', 'text/plain'],
    ['html as text', '  <!DOCTYPE html><p>oi', 'text/plain'],
    ['html as the old Excel exports it', '<table><tr><td>1</td></tr></table>', xls],
    ['html in UTF-16', Buffer.from('\ufeff<html>', 'utf16le'), 'text/plain'],
    ['svg as text', svg, 'text/plain'],
    ['rich text', '{\\rtf1 oi}', 'text/plain'],
    ['a type with parameters', 'oi', 'text/plain; charset=iso-8859-1'],
    ['a type in capitals', 'oi', 'Text/CSV'],
  ])('accepts %s', async (_, contents, type) => {
    const { status, body } = await upload(contents, 'arquivo', type);
    expect([status, body]).toMatchObject([
      201,
      { data: { tipoArquivo: type.toLowerCase().split(';')[0] } },
    ]);
  });
});

describe('spreadsheets with macros', () => {
  /** Renames an entry of a compound file's directory and changes its kind. */
  const renameEntry = (file: Buffer, from: string, to: string, type: number) => {
    const changed = Buffer.from(file);
    const at = changed.indexOf(Buffer.from(from, 'utf16le'));
    changed.fill(0, at, at + 64);
    changed.write(to, at, 'utf16le');
    changed.writeUInt16LE((to.length + 1) * 2, at + 64);
    changed.writeUInt8(type, at + 66);
    return changed;
  };

  it('refuses an xls with a Visual Basic project, an encrypted one, embedded objects, and one without a workbook', async () => {
    const file = read('planilha.xls');
    const summary = '\x05DocumentSummaryInformation';
    const statusOf = async (from: string, to: string, type: number) => [
      to,
      (await upload(renameEntry(file, from, to, type), 'a.xls', xls)).status,
    ];
    for (const storage of [
      '_VBA_PROJECT',
      '_VBA_PROJECT_CUR',
      'MBD0018D4CE',
      'lnk0018d4ce',
      'ObjectPool',
    ])
      expect(await statusOf(summary, storage, 1)).toEqual([storage, 415]);
    for (const stream of ['EncryptedPackage', '\x01Ole10Native'])
      expect(await statusOf(summary, stream, 2)).toEqual([stream, 415]);
    expect(await statusOf('Workbook', 'Contents', 2)).toEqual(['Contents', 415]);
    for (const other of ['Outra coisa', 'XMBD0018D4CE', 'MBD0018D4C', 'ObjectPools'])
      expect(await statusOf(summary, other, 2)).toEqual([other, 201]);
    expect(await statusOf('Workbook', 'Book', 2)).toEqual(['Book', 201]);
  });
});

it('a name may have any extension that no system runs, whatever the type', async () => {
  for (const [name, type] of [
    ['nota.TXT', 'text/plain'],
    ['nota', 'text/plain'],
    ['nota.pdf', 'text/plain'],
    ['dados.csv', xls],
  ] as const) {
    const { status, body } = await upload('oi', name, type);
    expect([status, body]).toMatchObject([201, { data: { nomeArquivo: name } }]);
  }
  const response = await upload('oi', 'foto\u202Etxt.exe', 'text/plain');
  expect([response.status, errorCode(response)]).toEqual([415, 'attachment-type-not-allowed']);
});

describe('reading in small pieces', () => {
  it.each([
    ['planilha-utf16.csv', 'text/csv'],
    ['planilha-windows-1252.csv', 'text/csv'],
    ['planilha.csv', 'text/csv'],
    ['foto.webp', 'image/webp'],
  ])('%s is accepted byte by byte as %s', async (name, type) => {
    const contents = read(name);
    const check = contentCheck(name, type);
    if (!check) throw new Error('not allowed');
    for (const byte of contents) expect(check.take(Buffer.of(byte))).toBe(true);
    const readAt = async (buffer: Buffer, position: number) =>
      contents.copy(buffer, 0, position, position + buffer.length);
    expect(await check.finish({ size: contents.length, readAt })).toBe(type);
  });
});
