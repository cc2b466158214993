import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { openTicket, storedFiles, textFile, uploadOne } from './attachment-helpers.ts';

const app = await startApp();
afterAll(() => app.close());
const ticket = await openTicket(app);
const stored = await uploadOne(ticket.requester, ticket.id, textFile('números.txt', 'um dois'));

const authorizationOf = async (role: 'reader' | 'agent') =>
  `Bearer ${await app.token({ role, email: ticket.email })}`;
const upload = async (file: File, role: 'reader' | 'agent' = 'agent', ticketId = ticket.id) => {
  const body = new FormData();
  body.append('arquivo', file);
  return fetch(`${app.internalUrl}/console/attachments/tickets/${ticketId}`, {
    method: 'POST',
    headers: { authorization: await authorizationOf(role) },
    body,
  });
};
const download = async (id: number, headers: Record<string, string> = {}) =>
  fetch(`${app.internalUrl}/console/attachments/${id}/download`, {
    headers: { authorization: await authorizationOf('agent'), ...headers },
  });
const codeOf = ({ status, headers }: Response) => [status, headers.get('x-error-code')];

describe('POST /console/attachments/tickets/{id}', () => {
  it('stores what an agent uploads, as the public route does', async () => {
    const response = await upload(textFile('resposta.txt', 'Olá'));
    const { data } = await response.json();
    expect([response.status, data]).toEqual([
      201,
      expect.objectContaining({ supportId: ticket.id, nomeArquivo: 'resposta.txt' }),
    ]);
    expect(await (await download(data.id)).text()).toBe('Olá');
    const agent = await app.client({ role: 'agent' });
    const { body } = await agent.listTicketAttachments({ params: { id: ticket.id } });
    expect(body).toMatchObject({ data: [{ id: stored.id }, { id: data.id }] });
  });

  it('refuses what the public route refuses, and leaves nothing', async () => {
    const before = await storedFiles(app.directory);
    const program = new File(['MZ'], 'virus.exe', { type: 'text/plain' });
    const disguised = new File(['texto'], 'foto.png', { type: 'image/png' });
    const large = textFile('grande.txt', 'x'.repeat(10_485_761));
    expect(codeOf(await upload(program))).toEqual([415, 'attachment-type-not-allowed']);
    expect(codeOf(await upload(disguised))).toEqual([415, 'attachment-type-not-allowed']);
    expect(codeOf(await upload(large))).toEqual([413, 'attachment-too-large']);
    expect(codeOf(await upload(textFile(), 'agent', 999))).toEqual([404, 'ticket-not-found']);
    expect(await storedFiles(app.directory)).toEqual(before);
  });

  it('is for agents', async () => {
    expect(codeOf(await upload(textFile(), 'reader'))).toEqual([403, 'forbidden']);
    const url = `${app.internalUrl}/console/attachments/tickets/${ticket.id}`;
    expect(codeOf(await fetch(url, { method: 'POST' }))).toEqual([401, 'invalid-token']);
    expect(codeOf(await fetch(url))).toEqual([405, 'method-not-allowed']);
  });
});

describe('GET /console/attachments/{attachmentId}/download', () => {
  it('sends the file with headers that let a page show it and nothing run in it', async () => {
    const response = await download(stored.id);
    expect(await response.text()).toBe('um dois');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/plain',
      'content-disposition': `attachment; filename="numeros.txt"; filename*=UTF-8''n%C3%BAmeros.txt`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-cache',
    });
    const part = await download(stored.id, { range: 'bytes=3-' });
    expect([part.status, await part.text()]).toEqual([206, 'dois']);
  });

  it('is for agents, and not on the public listener', async () => {
    const path = `/console/attachments/${stored.id}/download`;
    const authorization = await authorizationOf('reader');
    const asReader = await fetch(`${app.internalUrl}${path}`, { headers: { authorization } });
    expect(codeOf(asReader)).toEqual([403, 'forbidden']);
    expect(codeOf(await fetch(`${app.internalUrl}${path}`))).toEqual([401, 'invalid-token']);
    expect(codeOf(await fetch(`${app.url}${path}`))).toEqual([404, 'not-found']);
    expect(codeOf(await download(999))).toEqual([404, 'attachment-not-found']);
  });
});
