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

const file: [string, File] = ['arquivo', textFile()];
const message: [string, string] = ['mensagemId', String(ticket.messageId)];
const page = new File(['<html>'], 'pagina.png', { type: 'image/png' });

const send = (...parts: [string, string | File][]) => {
  const form = new FormData();
  for (const [name, value] of parts) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value);
  }
  return agent.uploadAttachments({ params: { id: ticket.id }, body: form });
};
const sendFiles = (...files: File[]) =>
  send(...files.map((one): [string, File] => ['arquivo', one]));

describe('POST /support/{id}/anexos', () => {
  it('stores a file under its ticket and its day in São Paulo', async () => {
    const file = textFile('relatório.txt', 'Olá, mundo');
    const stored = await uploadOne(ticket.requester, ticket.id, file);
    expect(stored).toEqual({
      id: expect.any(Number),
      supportId: ticket.id,
      nomeArquivo: 'relatório.txt',
      caminhoArquivo: expect.stringContaining(`support/${ticket.id}/2026-03-10/`),
      tipoArquivo: 'text/plain',
      tamanhoArquivo: 11,
      createdAt: clock.now.toISOString(),
    });
    const path = join(app.directory, 'files', stored.caminhoArquivo);
    expect(await readFile(path, 'utf8')).toBe('Olá, mundo');
  });

  it('stores several files of one request, in their order, for a message', async () => {
    const arquivo = [
      textFile('a.txt', 'a'),
      await fixture('foto.png', 'image/png'),
      await fixture('planilha.xlsx', 'application/octet-stream'),
    ];
    const own = await openTicket(app);
    const { body } = await agent.uploadAttachments({
      params: { id: own.id },
      body: { arquivo, mensagemId: own.messageId },
    });
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    expect(body).toMatchObject({
      data: [
        { nomeArquivo: 'a.txt', mensagemId: own.messageId, tamanhoArquivo: 1 },
        { nomeArquivo: 'foto.png', mensagemId: own.messageId, tipoArquivo: 'image/png' },
        { nomeArquivo: 'planilha.xlsx', mensagemId: own.messageId, tipoArquivo: type },
      ],
    });
  });

  it('stores all files of a request or none', async () => {
    const before = await storedFiles(app.directory);
    const large = textFile('demais.txt', 'x'.repeat(mib10 + 1));
    const program = textFile('foto\u202Etxt.exe');
    for (const [bad, code] of [
      [page, 'attachment-type-not-allowed'],
      [program, 'attachment-type-not-allowed'],
      [large, 'attachment-too-large'],
      [textFile('vazio.txt', ''), 'invalid-request'],
    ] as const) {
      expect(errorCode(await sendFiles(textFile(), bad, textFile()))).toBe(code);
    }
    expect(await storedFiles(app.directory)).toEqual(before);
  });

  it('accepts a file of exactly 10 MiB; refuses 30 MiB by a response', async () => {
    const full = await uploadOne(agent, ticket.id, textFile('cheio.txt', 'x'.repeat(mib10)));
    expect(full.tamanhoArquivo).toBe(mib10);
    const huge = textFile('enorme.txt', 'x'.repeat(3 * mib10));
    expect((await sendFiles(huge)).status).toBe(413);
  });

  it('accepts five files and refuses six', async () => {
    const five = Array.from({ length: 5 }, () => textFile());
    expect((await sendFiles(...five)).status).toBe(201);
    expect((await sendFiles(...five, textFile())).status).toBe(400);
  });

  it('takes mensagemId before the file, after it, or empty, among unknown fields', async () => {
    const unknown: [string, string] = ['', 'a'];
    const sent = [await send(message, file), await send(unknown, unknown, file, message)];
    expect(sent.map(({ body }) => body)).toMatchObject(
      sent.map(() => ({ data: { mensagemId: ticket.messageId } })),
    );
    const { status, body } = await send(file, ['mensagemId', '']);
    expect(status).toBe(201);
    expect(body).not.toHaveProperty('data.mensagemId');
  });

  it('refuses a message of another ticket, and what is no message, and stores nothing', async () => {
    const other = await openTicket(app);
    const before = await storedFiles(app.directory);
    for (const id of [`${other.messageId}`, '2147483647', '0', '1e3', '99999999999']) {
      expect((await send(file, ['mensagemId', id])).status, id).toBe(400);
    }
    expect((await send(message, message, file)).status).toBe(400);
    expect(await storedFiles(app.directory)).toEqual(before);
  });

  it('refuses a form without a file named arquivo', async () => {
    for (const response of [
      await send(),
      await send(message),
      await send(['arquivo', 'não sou um arquivo']),
      await send(['file', textFile()]),
    ]) {
      expect(errorCode(response)).toBe('invalid-request');
    }
  });

  it('refuses a missing ticket before it reads the body', async () => {
    const missing = await agent.uploadAttachments({
      params: { id: 2_147_483_647 },
      body: { arquivo: textFile('grande.txt', 'x'.repeat(mib10)) },
    });
    expect(errorCode(missing)).toBe('ticket-not-found');
  });
});
