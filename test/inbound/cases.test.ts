import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { mailEnv } from './mail-people.ts';

const app = await startApp(mailEnv);
afterAll(() => app.close());
const agent = await app.trpc({ role: 'agent' });

const ingest = (name: string) =>
  agent.inbound.ingest.mutate({
    raw: readFileSync(new URL(`./cases/${name}.eml`, import.meta.url)).toString('base64'),
  });

/** The ticket that a mail of the folder `cases` opens. */
const opened = async (name: string) => {
  const { outcome, ticketId = 0 } = await ingest(name);
  expect(outcome).toBe('new-ticket');
  const ticket = await agent.tickets.get.query({ id: ticketId });
  const [message] = ticket.messages;
  const { items: files } = await agent.attachments.list.query({ ticketId });
  return { ...ticket, ...message, files: files.map(({ name: file, type }) => [file, type]) };
};

describe('a mail as the world sends it', () => {
  it.each([
    ['mail-01-x-auto-response-suppress', 'um@leitora.example'],
    ['mail-02-x-autoreply-no', 'um@leitora.example'],
    ['mail-03-list-unsubscribe-person', 'um@leitora.example'],
    ['mail-04-google-group', 'um@leitora.example'],
    ['mail-06-display-name-is-other-address', 'um.cortado@leitora.example'],
    ['mail-07-from-twice-identical', 'um@leitora.example'],
    ['mail-10-return-path-null-person', 'um@leitora.example'],
  ])('%s is of %s', async (name, requesterEmail) => {
    expect(await opened(name)).toMatchObject({ requesterEmail });
  });

  it('mail-08 has two mails of one Message-ID, each taken once', async () => {
    const [first, second] = [
      await opened('mail-08a-fixed-message-id'),
      await opened('mail-08b-fixed-message-id'),
    ];
    expect(first.body).toBe('Primeiro pedido.');
    expect(second.body).toBe('Segundo pedido, outro assunto.');
    for (const name of ['mail-08b-fixed-message-id', 'mail-08a-fixed-message-id']) {
      expect(await ingest(name)).toEqual({ outcome: 'duplicate' });
    }
  });

  it.each([
    ['charset-01-subject-raw-latin1', { subject: 'Formação e edição' }],
    ['charset-03-body-latin1-no-charset', { body: 'A edição não chegou, João.' }],
    ['charset-06-body-utf8-declared-latin1', { body: 'A edição não chegou.' }],
    ['charset-08-iso-2022-jp-without-charset', { body: 'こんにちは' }],
    ['charset-09-emoji-cut-in-half', { subject: 'a'.repeat(249) }],
    ['fold-01-rule-of-dashes', { body: expect.stringContaining('Segundo'), folded: null }],
    ['fold-02-de-para-data', { body: expect.stringContaining('Podem confirmar?'), folded: null }],
    [
      'fold-05-samsung-one-line',
      { body: 'Chegou!', folded: expect.stringContaining('Reenviamos') },
    ],
    ['fold-06-proton-and-zoho', { body: 'Chegou!', folded: expect.stringContaining('Reenviamos') }],
    ['html-01-table-cells-glued', { body: 'Nome\tLeitora Um\nPedido\t123' }],
    ['lost-02-att00001-htm', { body: 'Antes da foto.\n\nDepois da foto.' }],
    ['lost-03-plain-part-is-a-stub', { body: 'A edição de ontem não chegou.' }],
    ['lost-04-content-type-without-subtype', { body: 'Corpo simples.' }],
  ])('%s has %j', async (name, expected) => {
    expect(await opened(name)).toMatchObject(expected);
  });

  it('lost-01 has the text of the mail that it passes on', async () => {
    expect((await opened('lost-01-forward-as-attachment')).body).toMatch(
      /Mensagem encaminhada[\s\S]*De: loja@loja\.example[\s\S]*Valor cobrado: 29 reais$/,
    );
  });

  it.each([
    ['type-01-image-jpg', ['foto.jpg', 'image/jpeg']],
    ['type-02-application-octetstream', ['foto.png', 'image/png']],
    ['type-04-application-csv', ['a.csv', 'text/csv']],
    ['type-06-image-without-name', ['anexo.png', 'image/png']],
  ])('%s is stored as %j', async (name, file) => {
    expect((await opened(name)).files).toEqual([file]);
  });
});
