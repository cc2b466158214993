import { mkdir, rename, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { importMails, isMailPath } from '../../cli/import/import-mails.ts';
import type { MailTicket } from '../../cli/import/mails.ts';
import { createInternalClient } from '../../packages/internal/src/index.ts';
import { startApp } from '../harness.ts';
import { openFolder } from './files.ts';

const app = await startApp({ MAIL: 'off' }, { now: () => new Date('2026-03-10T15:00:00Z') });
afterAll(() => app.close());
const { directory } = await openFolder();
const { db } = app.service.contextFor('test');
const internal = createInternalClient({
  url: app.internalUrl,
  token: await app.token({ role: 'admin' }),
});

/** A moment of March 2025 in São Paulo, as a mail says it. */
const march = (day: number, time: string) => `${day} Mar 2025 ${time}:00 -0300`;
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
const us = 'suporte@leitor.example';
const toFirst = 'In-Reply-To: <1@leitora.example>';
const archive = async (...mails: string[]) => {
  const path = join(directory, `caixa-${crypto.randomUUID()}.mbox`);
  const parts = mails.map((mail) => `From x@leitora.example Mon Mar  3 09:00:00 2025\n${mail}\n`);
  await writeFile(path, parts.join(''));
  return path;
};
const subject = 'A =?utf-8?q?edi=C3=A7=C3=A3o?=';
const first = aMail('1', ana, march(3, '09:00'), subject, '', '>From aqui\nNão chegou.');
const thanks = 'References: <1@leitora.example> <2@leitora.example> <nunca@leitora.example>';
const file = await archive(
  first,
  aMail('auto', 'bot@x.example', march(3, '09:01'), 'Fora', 'Auto-Submitted: auto-replied'),
  aMail('2', us, march(3, '10:00'), 'Re: A edição', toFirst, 'Reenviada.'),
  aMail('3', ana, march(3, '11:00'), 'Re: A edição', thanks, 'Obrigada!'),
  aMail('1', ana, march(3, '09:00'), 'A edição', '', 'Não chegou.'),
  aMail('x', ana, 'amanhã', 'Sem data'),
);
const options = { file, own: ['Suporte@Leitor.example'] };

/** A client that keeps what it is asked to import, and these refusals of each batch. */
const recording = (refused: { index: number; reason: string }[] = []) => {
  const batches: MailTicket[][] = [];
  const send = async ({ tickets }: { tickets: MailTicket[] }) => {
    batches.push(tickets);
    return { imported: tickets.length - refused.length - 1, known: 1, refused };
  };
  return { batches, api: { tickets: { import: { mutate: send } } } as unknown as typeof internal };
};

/** What the import says from now on. */
const listen = (): string[] => {
  const said: string[] = [];
  const log = vi.spyOn(console, 'error').mockImplementation((text) => void said.push(text));
  onTestFinished(() => log.mockRestore());
  return said;
};

describe('importing mails', () => {
  it('makes conversations tickets with their dates, once, and sends nothing', async () => {
    const said = listen();
    const counted = { imported: 1, known: 0, bad: 2 };
    expect(await importMails(internal, { ...options, dryRun: true })).toMatchObject(counted);
    expect(said.map((text) => text.split(': ')[1])).toEqual(['auto-reply', 'no date']);
    expect((await internal.tickets.list.query({ search: 'ana@leitora.example' })).items).toEqual(
      [],
    );
    expect(await importMails(internal, options)).toMatchObject(counted);
    expect(await importMails(internal, options)).toMatchObject({ imported: 0, known: 1 });
    const { items } = await internal.tickets.list.query({ search: 'ana@leitora.example' });
    expect(items).toHaveLength(1);
    expect(await internal.tickets.get.query({ id: items[0]?.id ?? 0 })).toMatchObject({
      subject: 'A edição',
      status: 'closed',
      requesterName: 'Ana Lima',
      createdAt: '2025-03-03T12:00:00.000Z',
      messages: [
        { origin: 'requester', body: 'From aqui\nNão chegou.' },
        { origin: 'agent', body: 'Reenviada.', createdAt: '2025-03-03T13:00:00.000Z' },
        { origin: 'requester', body: 'Obrigada!', createdAt: '2025-03-03T14:00:00.000Z' },
      ],
    });
    expect(await db.selectFrom('outbox').select('id').execute()).toEqual([]);
  });

  it('gives a conversation one id, however much of it is there, and each mail its author', async () => {
    const { api, batches } = recording();
    listen();
    await importMails(api, options);
    await importMails(api, { ...options, file: await archive(first) });
    const [[whole, ...others] = [], [alone] = []] = batches;
    expect(others).toEqual([]);
    expect(alone?.externalId).toMatch(/^mail:[0-9a-f]{64}$/);
    expect(alone?.messages).toEqual([]);
    expect(whole).toMatchObject({
      ...alone,
      messages: [
        { author: us, origin: 'agent', body: 'Reenviada.' },
        { author: 'Ana Lima', origin: 'requester', body: 'Obrigada!' },
      ],
    });
  });

  it('reads a folder of files in any encoding by their names, and says what it leaves out', async () => {
    const folder = join(directory, 'pasta');
    await mkdir(join(folder, 'dentro', 'pasta.eml'), { recursive: true });
    const rui = 'Rui <rui@leitora.example>';
    const latin = aMail('9', rui, march(4, '08:00'), 'Acentuação', '', 'Olá ação');
    await writeFile(join(folder, 'dentro', 'b.EML'), latin, 'latin1');
    await rename(
      await archive(aMail('8', rui, march(3, '08:00'), 'Outra')),
      join(folder, 'c.mbox'),
    );
    await writeFile(join(folder, 'd.eml'), 'nada');
    await writeFile(join(folder, 'dentro', 'a.eml'), '');
    await truncate(join(folder, 'dentro', 'a.eml'), 36_700_161);
    await writeFile(join(folder, 'e.eml'), aMail('y', rui, '3 Mar 12025 08:00 GMT', 'Longe'));
    await writeFile(join(folder, 'nota.txt'), 'nada');
    const said = listen();
    expect(await isMailPath(folder)).toBe(true);
    expect(await importMails(internal, { file: folder })).toMatchObject({ imported: 2, bad: 3 });
    expect(said).toEqual([
      `${folder}/dentro/a.eml: too-large`,
      `${folder}/d.eml: no-sender`,
      expect.stringMatching(/^Longe: /),
    ]);
    const { items } = await internal.tickets.list.query({ search: 'rui@leitora.example' });
    expect(items.map(({ subject }) => subject)).toEqual(['Acentuação', 'Outra']);
  });

  it('sends a hundred at a time, oldest first, and says what was refused', async () => {
    const mails = Array.from({ length: 205 }, (_, n) => {
      const date = new Date(Date.UTC(2025, 0, 1, 0, 205 - n)).toUTCString();
      return aMail(`lote-${n}`, 'gil@leitora.example', date, `Assunto ${n}`);
    });
    const file = await archive(...mails, aMail('s', 'sem endereço', 'hoje', 'Sem endereço'));
    const said = listen();
    const { api, batches } = recording([{ index: 1, reason: 'não' }]);
    expect(await importMails(api, { file })).toMatchObject({ imported: 199, known: 3, bad: 4 });
    expect(batches.map(({ length }) => length)).toEqual([100, 100, 5]);
    expect(batches.flat().map(({ subject }) => subject)).toEqual(
      mails.map((_, n) => `Assunto ${204 - n}`),
    );
    expect(said).toEqual([
      expect.stringMatching(/caixa-[\w-]+\.mbox:1846: no-sender$/),
      'Assunto 203: não',
      'Assunto 103: não',
      'Assunto 3: não',
    ]);
  });

  it.each<[string, number, string, string, number[][]]>([
    ['501 mails of a conversation', 502, '', 'In-Reply-To: <0@leitora.example>', [[500, 0]]],
    ['half a million characters', 7, 'x', 'In-Reply-To: <0@leitora.example>', [[5, 0]]],
    ['a million characters in a request', 11, 'x', '', [Array(10).fill(0), [0]]],
  ])('takes %s at most', async (_, count, text, answers, messages) => {
    const { api, batches } = recording();
    const mails = Array.from({ length: count }, (_, n) => {
      const date = new Date(Date.UTC(2025, 0, 1, 0, 0, n)).toUTCString();
      return aMail(`${n}`, ana, date, 'Oi', n > 0 ? answers : '', text.repeat(100_000) || 'Oi');
    });
    await importMails(api, { file: await archive(...mails) });
    const found = batches.map((batch) => batch.map((one) => one.messages?.length));
    expect(found).toEqual(messages);
  });
});
