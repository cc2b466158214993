import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { importMails, isMailPath } from '../../cli/import/import-mails.ts';
import { createInternalClient } from '../../packages/internal/src/index.ts';
import { startApp } from '../harness.ts';

const app = await startApp({ MAIL: 'off' }, { now: () => new Date('2026-03-10T15:00:00Z') });
const directory = await mkdtemp(join(tmpdir(), 'leitor-mails-'));
afterAll(async () => {
  await app.close();
  await rm(directory, { recursive: true });
});
const { db } = app.service.contextFor('test');
const internal = createInternalClient({
  url: app.internalUrl,
  token: await app.token({ role: 'admin' }),
});

/** A mail with a Message-ID, and what else its headers say. */
const aMail = (id: string, from: string, date: string, subject: string, more = '', text = 'Olá') =>
  [
    `From: ${from}`,
    'To: suporte@leitor.example',
    `Message-ID: <${id}@leitora.example>`,
    `Date: ${date}`,
    `Subject: ${subject}`,
    ...(more ? [more] : []),
    '',
    text,
    '',
  ].join('\n');
const ana = 'Ana Lima <ana@leitora.example>';
const mbox = [
  aMail(
    '1',
    ana,
    'Mon, 3 Mar 2025 09:00:00 -0300',
    'A =?utf-8?q?edi=C3=A7=C3=A3o?=',
    '',
    '>From aqui\nNão chegou.',
  ),
  aMail(
    'auto',
    'bot@x.example',
    'Mon, 3 Mar 2025 09:01:00 -0300',
    'Fora',
    'Auto-Submitted: auto-replied',
  ),
  aMail(
    '2',
    'suporte@leitor.example',
    'Mon, 3 Mar 2025 10:00:00 -0300',
    'Re: A edição',
    'In-Reply-To: <1@leitora.example>',
    'Reenviada.',
  ),
  aMail(
    '3',
    ana,
    'Mon, 3 Mar 2025 11:00:00 -0300',
    'Re: A edição',
    'References: <1@leitora.example> <2@leitora.example>',
    'Obrigada!',
  ),
  aMail('1', ana, 'Mon, 3 Mar 2025 09:00:00 -0300', 'A edição', '', 'Não chegou.'),
  aMail('x', ana, 'amanhã', 'Sem data'),
].map((mail) => `From ana@leitora.example Mon Mar  3 09:00:00 2025\n${mail}\n`);

const file = join(directory, 'caixa.mbox');
await writeFile(file, mbox.join(''));
const options = { file, own: ['suporte@leitor.example'] };

describe('importing mails', () => {
  it('makes conversations tickets with their dates, once, and sends nothing', async () => {
    const counted = { imported: 1, known: 0, bad: 2 };
    expect(await importMails(internal, { ...options, dryRun: true })).toMatchObject(counted);
    expect((await internal.tickets.list.query({ search: 'ana@leitora.example' })).items).toEqual(
      [],
    );
    expect(await importMails(internal, options)).toMatchObject(counted);
    expect(await importMails(internal, options)).toMatchObject({ imported: 0, known: 1 });
    const { items } = await internal.tickets.list.query({ search: 'ana@leitora.example' });
    expect(items).toHaveLength(1);
    expect(await internal.tickets.get.query({ id: items[0]?.id ?? 0 })).toMatchObject({
      ...{ subject: 'A edição', status: 'closed', requesterName: 'Ana Lima' },
      createdAt: '2025-03-03T12:00:00.000Z',
      messages: [
        { origin: 'requester', body: 'From aqui\nNão chegou.' },
        { origin: 'agent', body: 'Reenviada.', createdAt: '2025-03-03T13:00:00.000Z' },
        { origin: 'requester', body: 'Obrigada!', createdAt: '2025-03-03T14:00:00.000Z' },
      ],
    });
    expect(await db.selectFrom('outbox').select('id').execute()).toEqual([]);
  });

  it('reads a folder of .eml files in any encoding, and says what it leaves out', async () => {
    const folder = join(directory, 'pasta');
    await mkdir(join(folder, 'dentro'), { recursive: true });
    const latin = aMail(
      '9',
      'Rui <rui@leitora.example>',
      'Tue, 4 Mar 2025 08:00:00 GMT',
      'Acentuação',
      '',
      'Olá ação',
    );
    await writeFile(join(folder, 'dentro', 'um.eml'), latin, 'latin1');
    await writeFile(join(folder, 'dois.eml'), 'nada');
    await writeFile(join(folder, 'nota.txt'), 'nada');
    expect(await isMailPath(folder)).toBe(true);
    expect(await importMails(internal, { file: folder })).toMatchObject({ imported: 1, bad: 1 });
    const { items } = await internal.tickets.list.query({ search: 'rui@leitora.example' });
    expect(items).toMatchObject([{ subject: 'Acentuação' }]);
  });
});
