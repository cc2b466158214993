import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { errorCode } from '../public-client.ts';
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

describe('an XLSX archive', () => {
  it('is accepted with a hyperlink, and whatever its parts hold: only their names are read', async () => {
    const link = relationship('hyperlink', 'https://leitor.com.br');
    const liar = { name: 'xl/worksheets/sheet1.xml', contents: 'x', claimedBytes: 2_000_000_000 };
    expect(await upload(workbook(link, liar))).toBe('accepted');
  });

  it.each(['../../fora', 'xl\\..\\..\\fora', '/etc/passwd', 'C:/fora'])(
    'is refused with a part named %j',
    async (name) => {
      expect(await upload(workbook({ name, contents: 'x' }))).toBe(refused);
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
    expect(await upload(workbook({ name, contents: 'x' }))).toBe(refused);
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
});
