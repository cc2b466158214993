import { afterAll, describe, expect, it } from 'vitest';
import { errorCode } from '../../contract/index.ts';
import { startApp } from '../harness.ts';
import { openTicket } from './attachment-helpers.ts';
import { relationship, workbook, zipArchive } from './zip-archive.ts';

const app = await startApp();
afterAll(() => app.close());
const agent = await app.client();
const ticket = await openTicket(app);
const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const upload = async (contents: Buffer) => {
  const answer = await agent.uploadAttachments({
    params: { id: ticket.id },
    body: { arquivo: new File([Buffer.from(contents)], 'planilha.xlsx', { type }) },
  });
  return answer.status === 201 ? 'accepted' : errorCode(answer);
};
const refused = 'attachment-type-not-allowed';
const megabyte = Buffer.alloc(1_048_576, ' ');

describe('an XLSX archive', () => {
  it('is accepted with a hyperlink and parts of their true sizes', async () => {
    const sheet = { name: 'xl/worksheets/sheet1.xml', contents: megabyte };
    expect(await upload(workbook(sheet, relationship('hyperlink', 'https://leitor.com.br')))).toBe(
      'accepted',
    );
  });

  it.each([
    ['fewer bytes than it has', 10],
    ['more bytes than it has', 2_000_000],
  ])('is refused if a part claims %s', async (_, claimedBytes) => {
    const liar = { name: 'xl/worksheets/sheet1.xml', contents: megabyte, claimedBytes };
    expect(await upload(workbook(liar))).toBe(refused);
  });

  it('is refused if it claims more than 200 MiB, without being inflated', async () => {
    const parts = Array.from({ length: 201 }, (_, i) => ({
      name: `xl/worksheets/sheet${i}.xml`,
      contents: 'x',
      claimedBytes: 1_048_576,
    }));
    expect(await upload(workbook(...parts))).toBe(refused);
  });

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
    expect(await upload(workbook({ name, contents: 'x' }))).toBe(refused);
  });

  it.each(['oleObject', 'externalLinkPath', 'image', 'attachedTemplate'])(
    'is refused with an external %s',
    async (kind) => {
      expect(await upload(workbook(relationship(kind, 'http://127.0.0.1/x')))).toBe(refused);
      expect(await upload(workbook(relationship(kind, 'media/x', 'Internal')))).toBe('accepted');
    },
  );

  it('is refused if an external link is hidden by an encoding or an entity', async () => {
    const { name, contents } = relationship('oleObject', 'http://127.0.0.1/x');
    const utf16 = Buffer.from(`\ufeff${contents}`, 'utf16le');
    expect(await upload(workbook({ name, contents: utf16 }))).toBe(refused);
    const entity = String(contents).replace('External', 'Exter&#110;al');
    expect(await upload(workbook({ name, contents: entity }))).toBe(refused);
  });

  it('is refused with two parts whose names differ in case only', async () => {
    expect(await upload(workbook({ name: 'XL/Workbook.xml', contents: 'x' }))).toBe(refused);
  });

  it('is refused without a workbook, or without its content types', async () => {
    const types = { name: '[Content_Types].xml', contents: '<Types/>' };
    const book = { name: 'xl/workbook.xml', contents: '<workbook/>' };
    expect(await upload(zipArchive([types, book]))).toBe('accepted');
    for (const part of [types, book, { name: 'a.txt', contents: 'x' }]) {
      expect(await upload(zipArchive([part]))).toBe(refused);
    }
  });

  it('is refused with an external link in the relationships of any part, with any prefix', async () => {
    const { contents } = relationship('oleObject', 'http://127.0.0.1/x');
    const name = 'xl/worksheets/_rels/sheet1.xml.RELS';
    expect(await upload(workbook({ name, contents }))).toBe(refused);
    const prefixed = String(contents)
      .replaceAll('<Relationship', '<r:Relationship')
      .replace('xmlns=', 'xmlns:r=')
      .replace('</', '</r:');
    expect(await upload(workbook({ name, contents: prefixed }))).toBe(refused);
  });

  it('is refused with relationships of more than 1 MiB', async () => {
    const { name, contents } = relationship('hyperlink', 'https://leitor.com.br');
    const sized = (bytes: number) => workbook({ name, contents: String(contents).padEnd(bytes) });
    expect(await upload(sized(1_048_576))).toBe('accepted');
    expect(await upload(sized(1_048_577))).toBe(refused);
  });
});
