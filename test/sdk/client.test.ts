import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createLeitor,
  isLeitorError,
  type Leitor,
  LeitorError,
} from '../../packages/sdk/src/index.ts';
import { openTicket, textFile } from '../attachments/attachment-helpers.ts';
import { startApp, type TestApp } from '../harness.ts';
import { stubService, success } from './stub-service.ts';

const failed = async (call: Promise<unknown>): Promise<LeitorError> => {
  const error: unknown = await call.catch((reason: unknown) => reason);
  if (!isLeitorError(error)) throw new Error('it did not fail');
  return error;
};

it('a client without an address is an error that says so', () => {
  // @ts-expect-error plain JavaScript
  expect(() => createLeitor({ token: 'x' })).toThrow('baseUrl');
  // @ts-expect-error plain JavaScript
  expect(() => createLeitor()).toThrow('baseUrl');
});

describe('an operation of the SDK', () => {
  let app: TestApp;
  let leitor: Leitor;
  beforeAll(async () => {
    app = await startApp();
    leitor = createLeitor({ baseUrl: app.url, token: await app.token({ role: 'agent' }) });
  });
  afterAll(() => app.close());

  it('resolves to the data of the response', async () => {
    const tag = await leitor.createTag({ name: 'Assinatura', color: '#1D4ED8' });
    expect(tag).toMatchObject({ name: 'Assinatura', color: '#1D4ED8', isDefault: false });
    expect(await leitor.listTags()).toEqual([tag]);
    expect(await leitor.deleteTag({ id: tag.id })).toBeUndefined();
  });

  it('uploads files, reports progress, and downloads a file with its name', async () => {
    const ticket = await openTicket(app);
    const progress: number[] = [];
    const arquivo = textFile('ação "1".txt', 'a'.repeat(300_000));
    const uploaded = await leitor.uploadAttachments(
      { id: ticket.id, arquivo, mensagemId: ticket.messageId },
      { onUploadProgress: ({ loaded, total }) => progress.push(loaded / total) },
    );
    if (Array.isArray(uploaded)) throw new Error('one file is one attachment');
    expect(uploaded).toMatchObject({ supportId: ticket.id, mensagemId: ticket.messageId });
    expect(progress.at(-1)).toBe(1);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));

    const file = await leitor.downloadAttachment({ attachmentId: uploaded.id });
    expect([file.name, file.type, file.size]).toEqual([arquivo.name, 'text/plain', 300_000]);
    const part = await leitor.raw.downloadAttachment({
      attachmentId: uploaded.id,
      range: 'bytes=0-9',
    });
    expect(part.status).toBe(206);
    const known = part.headers.get('etag') ?? '';
    const unchanged = await leitor.raw.downloadAttachment({
      attachmentId: uploaded.id,
      ifNoneMatch: known,
    });
    expect(unchanged).toMatchObject({ status: 304, body: undefined });
  });

  it('says that its token was refused, also while it reports the progress of files', async () => {
    const stranger = createLeitor({ baseUrl: app.url, token: 'a.b.c' });
    const call = { onUploadProgress: () => undefined };
    const error = await failed(stranger.uploadAttachments({ id: 1, arquivo: textFile() }, call));
    expect([error.status, error.code]).toEqual([401, 'invalid-token']);
  });

  it('throws what the service says of a failure', async () => {
    const error = await failed(leitor.createTag({ name: 'A', color: 'azul' }));
    expect(error).toBeInstanceOf(LeitorError);
    expect(error.toJSON()).toEqual({
      name: 'LeitorError',
      message: 'Requisição inválida: color deve ter a forma #RRGGBB',
      operation: 'createTag',
      status: 400,
      code: 'invalid-request',
      field: 'color',
      requestId: expect.any(String),
      retryAfter: undefined,
    });
    expect(error.body).toEqual({ success: false, message: error.message });
    expect(error.headers.get('content-type')).toContain('application/json');
    expect(isLeitorError(error, 'createTag')).toBe(true);
    expect(isLeitorError(error, 'deleteTag')).toBe(false);
    const ranking = await failed(leitor.getGroupRanking({ groupId: 'nenhum' }));
    expect([ranking.code, ranking.message]).toEqual(['group-not-found', 'Grupo não encontrado']);
  });

  it('resolves to the whole response of any status with raw', async () => {
    const response = await leitor.raw.deleteTag({ id: 999_999 });
    expect(response.status).toBe(404);
    expect(response.body).toEqual({ success: false, message: 'Tag não encontrada' });
    const listed = await leitor.raw.listTags();
    if (listed.status === 200) expect(listed.body.data).toEqual([]);
    expect(listed.status).toBe(200);
  });
});

describe('a call without a response', () => {
  const once = { retries: 0 };

  it('fails with connection-failed, the address and the cause', async () => {
    const cause = new TypeError('fetch failed');
    const { leitor } = stubService([cause], once);
    // Its query may be private.
    const error = await failed(leitor.getTicketTimeSeries({ main: 'Cobrança' }));
    expect(error).toMatchObject({ code: 'connection-failed', status: 0, cause });
    expect(error.hint).toMatch(/^GET https:\/\/api.test\/[\w/-]+ failed: fetch failed$/);
    expect(error.message).toMatch(/^Não foi possível falar com o serviço/);
    expect(JSON.stringify(error)).toContain('fetch failed');
  });

  it('rejects with the reason of its signal, without a request if it was aborted before', async () => {
    const reason = new Error('the page was left');
    const before = stubService([success([])]);
    const aborted = { signal: AbortSignal.abort(reason) };
    await expect(before.leitor.listTags({}, aborted)).rejects.toBe(reason);
    expect(before.requests).toEqual([]);
  });

  it("says that a proxy's page is not the service's response", async () => {
    const page = new Response('<html>', { status: 200 });
    const { leitor } = stubService([page], once);
    expect(await failed(leitor.listTags())).toMatchObject({
      code: 'unexpected-response',
      status: 200,
      body: '<html>',
    });
  });
});
