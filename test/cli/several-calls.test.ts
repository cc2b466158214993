import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { openTicket } from '../attachments/attachment-helpers.ts';
import { startApp } from '../harness.ts';
import { runCommand } from './run-command.ts';

// Commands that are more than one call of a procedure.

const app = await startApp();
afterAll(() => app.close());
const internal = await app.trpc();
const token = await app.token({ role: 'admin' });
const env = { LEITOR_URL: app.internalUrl, LEITOR_PUBLIC_URL: app.url, LEITOR_TOKEN: token };
const admin = async (...args: string[]) => JSON.parse((await runCommand(args, env)).stdout);

describe('npm run admin -- attachments upload', () => {
  it('sends each file with the type of its extension, for a message if one is named', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'leitor-local-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    const types = {
      'foto.jpg': 'image/jpeg',
      'OUTRA.JPEG': 'image/jpeg',
      'foto.png': 'image/png',
      'foto.gif': 'image/gif',
      'foto.webp': 'image/webp',
      'planilha.pdf': 'application/pdf',
      'nota.txt': 'text/plain',
      'planilha.csv': 'text/csv',
      'planilha.xls': 'application/vnd.ms-excel',
      'planilha.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    };
    const contents: Record<string, string> = {
      'OUTRA.JPEG': 'foto.jpg',
      'nota.txt': 'planilha.csv',
    };
    const { id, messageId, requester } = await openTicket(app);
    const names = Object.keys(types);
    for (const [first, more] of [
      [0, []],
      [5, ['--message-id', String(messageId)]],
    ] as const) {
      const files = names.slice(first, first + 5);
      for (const name of files) {
        await copyFile(`test/fixtures/${contents[name] ?? name}`, join(directory, name));
      }
      const paths = files.flatMap((name) => ['--file', join(directory, name)]);
      const ticket = ['--ticket-id', String(id), ...more];
      const uploaded = await admin('attachments', 'upload', ...ticket, ...paths, '--json');
      expect(uploaded.map(({ name }: { name: string }) => name)).toEqual(files);
    }
    const { body } = await requester.listTicketAttachments({ params: { id } });
    const stored = 'data' in body ? body.data : [];
    const typeOf = stored.map(({ nomeArquivo, tipoArquivo }) => [nomeArquivo, tipoArquivo]);
    expect(Object.fromEntries(typeOf)).toEqual(types);
    const ofMessage = stored.filter(({ mensagemId }) => mensagemId === messageId);
    expect(ofMessage.map(({ nomeArquivo }) => nomeArquivo).sort()).toEqual(names.slice(5).sort());
  });
});

describe('npm run admin -- tickets get', () => {
  it('shows the messages and notes of all pages, each in their order', async () => {
    const { id } = await openTicket(app);
    const all = Array.from({ length: 80 }, (_, n) => String(n));
    for (const body of all) {
      await internal.tickets.addMessage.mutate({ id, author: 'Ana', origin: 'agent', body });
      await internal.tickets.addNote.mutate({ id, body });
    }
    const ticket = await admin('tickets', 'get', '--id', String(id), '--json');
    const bodiesOf = (list: readonly { body: string }[]) => list.map(({ body }) => body);
    expect(bodiesOf(ticket.messages)).toEqual(['Segue em anexo.', ...all]);
    expect(bodiesOf(ticket.notes)).toEqual(all);
    expect(ticket).not.toHaveProperty('messagesCursor');
    expect([ticket.messages[1], ticket.notes[0]]).not.toContainEqual(
      expect.objectContaining({ kind: expect.anything() }),
    );
  });
});
