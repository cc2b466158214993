import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorCode } from '../../contract/index.ts';
import { startApp } from '../harness.ts';
import { fixture, openTicket, storedFiles, textFile, uploadOne } from './office.ts';

const mib10 = 10_485_760;
const clock = { now: new Date('2026-03-11T01:30:00Z') };
const app = await startApp({}, { now: () => clock.now });
afterAll(() => app.close());
const agent = await app.client();
const ticket = await openTicket(app);
const params = { id: ticket.id };
const authorization = `Bearer ${await app.token({ role: 'agent' })}`;

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
  it('stores a file and answers 201 with exactly its fields', async () => {
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
        // 22:30 of the day before, in São Paulo.
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

  it('takes mensagemId before the file and after it', async () => {
    for (const form of [
      formOf(['mensagemId', String(ticket.messageId)], ['arquivo', textFile()]),
      formOf(['arquivo', textFile()], ['mensagemId', String(ticket.messageId)]),
    ]) {
      const { status, body } = await send(form);
      expect([status, body]).toMatchObject([201, { data: { mensagemId: ticket.messageId } }]);
    }
  });

  it('refuses a message of another ticket, or none, and keeps nothing', async () => {
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

  it('leaves out fields that it does not know, and refuses mensagemId twice', async () => {
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

  it('an empty mensagemId is none', async () => {
    const { status, body } = await send(formOf(['arquivo', textFile()], ['mensagemId', '']));
    expect(status).toBe(201);
    expect(body).not.toHaveProperty('data.mensagemId');
  });

  it('takes a file of exactly 10 485 760 bytes and refuses one byte more', async () => {
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

  it('refuses 30 MB with the text of the specification, not with a broken connection', async () => {
    const { status } = await agent.uploadAttachments({
      params,
      body: { arquivo: textFile('enorme.txt', 'x'.repeat(3 * mib10)) },
    });
    expect(status).toBe(413);
  });

  it('takes an empty text', async () => {
    expect((await uploadOne(agent, ticket.id, textFile('vazio.txt', ''))).tamanhoArquivo).toBe(0);
  });

  it('takes all files of a request or none', async () => {
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

  it('takes five files and refuses six', async () => {
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

  it('refuses a ticket that is not there, or no number, before it reads the body', async () => {
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

describe('an upload that is no proper form', () => {
  const post = (headers: Record<string, string>, body: string) =>
    fetch(`${app.url}/support/${ticket.id}/anexos`, {
      method: 'POST',
      headers: { authorization, ...headers },
      body,
    });
  const part =
    '--b\r\nContent-Disposition: form-data; name="arquivo"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\noi\r\n';

  it.each([
    ['application/json', '{}', 415],
    ['text/plain', 'oi', 415],
    ['multipart/form-data', part, 400],
    ['multipart/form-data; boundary=', part, 400],
    ['multipart/form-data; boundary=b', '', 400],
    ['multipart/form-data; boundary=b', 'nada', 400],
    ['multipart/form-data; boundary=b', part, 400],
    ['multipart/form-data; boundary=outro', `${part}--b--\r\n`, 400],
    ['multipart/form-data; boundary=b', `--b\r\nbad header\r\n\r\noi\r\n--b--\r\n`, 400],
    // The parser takes the end of this part's header for the beginning of a boundary, and waits for ever for the file.
    ['multipart/form-data; boundary=b', `${part.replace('oi\r\n', '')}--b\r\n--`, 400],
    ['multipart/form-data; boundary=b', `${part}--b--\r\n`, 201],
    ['Multipart/Form-Data; Boundary="b"', `${part}--b--\r\n`, 201],
  ])('%s, %j: %i', async (type, body, status) => {
    const before = await storedFiles(app.directory);
    const answer = await post({ 'content-type': type }, body);
    expect(answer.status).toBe(status);
    const { success } = await answer.json();
    expect(success).toBe(status === 201);
    expect(await storedFiles(app.directory)).toHaveLength(before.length + (status === 201 ? 1 : 0));
  });

  it.each([
    ['one byte at a time', 1, 5_000],
    ['uneven pieces', 7_001, 700_001],
    ['large pieces', 200_000, 3_000_000],
  ])('keeps the bytes of a file that arrives in %s', async (_how, piece, bytes) => {
    const text = randomBytes(bytes).toString('base64').slice(0, bytes);
    const body = `${part.replace('oi', text)}--b--\r\n`;
    const req = request(`${app.url}/support/${ticket.id}/anexos`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'multipart/form-data; boundary=b' },
    });
    for (let sent = 0; sent < body.length; sent += piece) req.write(body.slice(sent, sent + piece));
    req.end();
    const [response] = await once(req, 'response');
    expect(response.statusCode).toBe(201);
    const { data } = z
      .object({ data: z.object({ caminhoArquivo: z.string() }) })
      .parse(await json(response));
    const stored = await readFile(join(app.directory, 'files', data.caminhoArquivo), 'utf8');
    expect(stored === text).toBe(true);
  });

  it('a body that stops halfway leaves nothing', async () => {
    const before = await storedFiles(app.directory);
    const half = request(`${app.url}/support/${ticket.id}/anexos`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'multipart/form-data; boundary=b' },
    });
    half.on('error', () => undefined);
    half.write(part + 'x'.repeat(200_000));
    await expect.poll(() => storedFiles(app.directory)).toHaveLength(before.length + 1);
    half.destroy();
    await expect.poll(() => storedFiles(app.directory)).toEqual(before);
    await expect
      .poll(async () => (await app.trpc()).attachments.janitor.mutate({ dryRun: true }))
      .toEqual({ removed: [], failed: [] });
  });

  it('leaves no timer behind when it refuses a file in the middle of its body', async () => {
    const timers = () =>
      process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
    const refused = async () => {
      // Refused at its first bytes; the rest is read and dropped.
      const file = new File(['<html>', 'x'.repeat(2_000_000)], 'a.png', { type: 'image/png' });
      const answer = await send(formOf(['arquivo', file]));
      expect(answer.status).toBe(415);
    };
    await refused();
    const before = timers();
    for (let i = 0; i < 30; i += 1) await refused();
    await expect.poll(timers, { timeout: 10_000 }).toBeLessThan(before + 15);
  });
});
