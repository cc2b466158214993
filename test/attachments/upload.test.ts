import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { errorCode } from '../public-client.ts';
import { fixture, openTicket, storedFiles, textFile, uploadOne } from './attachment-helpers.ts';

const mib10 = 10_485_760;
const clock = { now: new Date('2026-03-11T01:30:00Z') };
const app = await startApp({}, { now: () => clock.now });
afterAll(() => app.close());
const agent = await app.client();
const ticket = await openTicket(app);
const params = { id: ticket.id };

const listOf = async (id: number) => {
  const { status, body } = await agent.listTicketAttachments({ params: { id } });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.data;
};
const send = (form: FormData, id = ticket.id) =>
  agent.uploadAttachments({ params: { id }, body: form });
const formOf = (...parts: [string, string | File][]) => {
  const form = new FormData();
  for (const [name, value] of parts) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value);
  }
  return form;
};

describe('POST /support/{id}/anexos', () => {
  it('stores a file and returns 201 with exactly the fields of the contract', async () => {
    const { status, body } = await ticket.requester.uploadAttachments({
      params,
      body: { arquivo: textFile('relatório.txt', 'Olá, mundo') },
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      message: 'Arquivo enviado com sucesso',
      data: {
        id: expect.any(Number),
        supportId: ticket.id,
        nomeArquivo: 'relatório.txt',
        // In São Paulo it is 22:30 of the day before.
        caminhoArquivo: expect.stringMatching(
          new RegExp(`^support/${ticket.id}/2026-03-10/[0-9a-f-]{36}_relatorio\\.txt$`),
        ),
        tipoArquivo: 'text/plain',
        tamanhoArquivo: 11,
        createdAt: clock.now.toISOString(),
      },
    });
    const data = status === 201 && !Array.isArray(body.data) ? body.data : undefined;
    const file = join(app.directory, 'files', data?.caminhoArquivo ?? '');
    expect(await readFile(file, 'utf8')).toBe('Olá, mundo');
  });

  it('stores several files of one request, in their order', async () => {
    const own = await openTicket(app);
    const { status, body } = await agent.uploadAttachments({
      params: { id: own.id },
      body: {
        arquivo: [
          textFile('a.txt', 'a'),
          await fixture('foto.png', 'image/png'),
          await fixture(
            'planilha.xlsx',
            'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
          ),
        ],
        mensagemId: own.messageId,
      },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      message: 'Arquivos enviados com sucesso',
      data: [
        { nomeArquivo: 'a.txt', mensagemId: own.messageId, tamanhoArquivo: 1 },
        { nomeArquivo: 'foto.png', mensagemId: own.messageId, tipoArquivo: 'image/png' },
        { nomeArquivo: 'planilha.xlsx', mensagemId: own.messageId },
      ],
    });
    expect(await listOf(own.id)).toHaveLength(3);
  });

  it('accepts mensagemId before the file and after it', async () => {
    for (const form of [
      formOf(['mensagemId', String(ticket.messageId)], ['arquivo', textFile()]),
      formOf(['arquivo', textFile()], ['mensagemId', String(ticket.messageId)]),
    ]) {
      const { status, body } = await send(form);
      expect([status, body]).toMatchObject([201, { data: { mensagemId: ticket.messageId } }]);
    }
  });

  it('refuses a message of another ticket, or a missing one, and stores nothing', async () => {
    const other = await openTicket(app);
    const before = await storedFiles(app.directory);
    for (const mensagemId of [
      other.messageId,
      2_147_483_647,
      '0',
      '1e3',
      '-1',
      'abc',
      '99999999999',
    ]) {
      const form = formOf(['arquivo', textFile()], ['mensagemId', String(mensagemId)]);
      const { status, body } = await send(form);
      expect([mensagemId, status]).toEqual([mensagemId, 400]);
      expect(body).toMatchObject({ message: expect.stringContaining('mensagemId') });
    }
    expect(await storedFiles(app.directory)).toEqual(before);
  });

  it('ignores unknown fields and refuses mensagemId twice', async () => {
    const file: [string, File] = ['arquivo', textFile()];
    const id: [string, string] = ['mensagemId', String(ticket.messageId)];
    const { status, body } = await send(formOf(['', 'a'], ['', 'b'], ['nada', 'c'], id, file));
    expect([status, body]).toMatchObject([201, { data: { mensagemId: ticket.messageId } }]);
    const twice = await send(formOf(id, id, file));
    expect([twice.status, twice.body]).toMatchObject([
      400,
      { message: 'Requisição inválida: mensagemId deve aparecer uma só vez' },
    ]);
  });

  it('refuses a field of more than 1 000 bytes, and more than twenty fields', async () => {
    const file: [string, File] = ['arquivo', textFile()];
    const long = await send(formOf(['mensagemId', '0'.repeat(1_001)], file));
    expect([long.status, long.body]).toMatchObject([
      400,
      { message: 'Requisição inválida: campo longo demais' },
    ]);
    const fields = (count: number) =>
      Array.from({ length: count }, (): [string, string] => ['nada', 'a']);
    expect((await send(formOf(...fields(20), file))).status).toBe(201);
    const many = await send(formOf(...fields(21), file));
    expect([many.status, many.body]).toMatchObject([
      400,
      { message: 'Requisição inválida: campos demais' },
    ]);
  });

  it('treats an empty mensagemId as absent', async () => {
    const { status, body } = await send(formOf(['arquivo', textFile()], ['mensagemId', '']));
    expect(status).toBe(201);
    expect(body).not.toHaveProperty('data.mensagemId');
  });

  it('accepts a file of exactly 10 485 760 bytes and refuses one byte more', async () => {
    const full = await uploadOne(agent, ticket.id, textFile('cheio.txt', 'x'.repeat(mib10)));
    expect(full.tamanhoArquivo).toBe(mib10);
    const before = await storedFiles(app.directory);
    const { status, body, headers } = await agent.uploadAttachments({
      params,
      body: { arquivo: textFile('demais.txt', 'x'.repeat(mib10 + 1)) },
    });
    expect(status).toBe(413);
    expect(body).toEqual({
      success: false,
      message: 'Arquivo muito grande. Tamanho máximo permitido: 10MB',
    });
    expect(headers.get('x-error-code')).toBe('attachment-too-large');
    expect(await storedFiles(app.directory)).toEqual(before);
  });

  it('refuses 30 MB with 413, not with a broken connection', async () => {
    const { status } = await agent.uploadAttachments({
      params,
      body: { arquivo: textFile('enorme.txt', 'x'.repeat(3 * mib10)) },
    });
    expect(status).toBe(413);
  });

  it('refuses an empty file and stores nothing', async () => {
    const before = await storedFiles(app.directory);
    const empty = await send(
      formOf(['arquivo', textFile('a.txt')], ['arquivo', textFile('b.txt', '')]),
    );
    expect([empty.status, empty.body]).toEqual([
      400,
      { success: false, message: 'Requisição inválida: arquivo não pode estar vazio' },
    ]);
    expect(await storedFiles(app.directory)).toEqual(before);
  });

  it('stores all files of a request or none', async () => {
    const own = await openTicket(app);
    const before = await storedFiles(app.directory);
    for (const bad of [
      new File(['<html>'], 'pagina.png', { type: 'image/png' }),
      textFile('demais.txt', 'x'.repeat(mib10 + 1)),
    ]) {
      const { status } = await send(
        formOf(['arquivo', textFile('a.txt')], ['arquivo', bad], ['arquivo', textFile('b.txt')]),
        own.id,
      );
      expect([413, 415]).toContain(status);
    }
    expect(await listOf(own.id)).toEqual([]);
    expect(await storedFiles(app.directory)).toEqual(before);
  });

  it('accepts five files and refuses six', async () => {
    const files = (n: number) =>
      formOf(
        ...Array.from({ length: n }, (_, i): [string, File] => ['arquivo', textFile(`${i}.txt`)]),
      );
    expect((await send(files(5))).status).toBe(201);
    const { status, body } = await send(files(6));
    expect([status, body]).toEqual([
      400,
      { success: false, message: 'Requisição inválida: arquivo deve ter no máximo 5 itens' },
    ]);
  });

  it.each([
    ['no part at all', formOf()],
    ['fields alone', formOf(['mensagemId', '1'])],
    ['a text named arquivo', formOf(['arquivo', 'não sou um arquivo'])],
  ])('refuses a form with %s', async (_, form) => {
    const { status, body } = await send(form);
    expect(status).toBe(400);
    expect(body).toMatchObject({ success: false });
  });

  it('refuses a file in another field', async () => {
    const { status, body } = await send(formOf(['file', textFile()]));
    expect([status, body]).toMatchObject([400, { message: expect.stringContaining('arquivo') }]);
  });

  it('refuses a missing ticket or an invalid id before it reads the body', async () => {
    const missing = await agent.uploadAttachments({
      params: { id: 2_147_483_647 },
      body: { arquivo: textFile('grande.txt', 'x'.repeat(mib10)) },
    });
    expect([missing.status, errorCode(missing)]).toEqual([404, 'ticket-not-found']);
    const bad = await agent.uploadAttachments({
      params: { id: '2147483648' },
      body: { arquivo: textFile() },
    });
    expect(bad.status).toBe(400);
  });
});
