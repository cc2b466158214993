import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { importRows } from '../../cli/import/import-rows.ts';
import { ticketsPlan } from '../../cli/import/plans.ts';
import { createInternalClient } from '../../packages/internal/src/index.ts';
import { startApp } from '../harness.ts';
import { openFolder } from './files.ts';

const now = new Date('2026-03-10T15:00:00Z');
const app = await startApp({ MAIL: 'off' }, { now: () => now });
afterAll(() => app.close());
const folder = await openFolder();
const { db } = app.service.contextFor('test');
const internal = createInternalClient({
  url: app.internalUrl,
  token: await app.token({ role: 'admin' }),
});
const plan = ticketsPlan(internal);

const unique = () => crypto.randomUUID().slice(0, 8);
const write = (name: string, lines: readonly string[]) => folder.write(lines.join('\n'), name);
const aTicket = (more: object = {}) => ({
  externalId: unique(),
  subject: 'Cobrança em dobro',
  body: 'Paguei duas vezes.',
  main: 'Cobrança',
  status: 'closed' as const,
  createdAt: '2025-03-03T12:00:00Z',
  ...more,
});
const jsonLines = (tickets: readonly object[]) =>
  write(
    'tickets.jsonl',
    tickets.map((ticket) => JSON.stringify(ticket)),
  );
const ticketsOf = async (search: string) =>
  (await internal.tickets.list.query({ search, limit: 100 })).items;
const anEmail = () => `${unique()}@exemplo.com.br`;

describe('importing tickets', () => {
  it('keeps dates, status, messages in their order, requester and tags', async () => {
    const tag = await internal.tags.create.mutate({ name: `VIP ${unique()}`, color: '#1D4ED8' });
    const email = anEmail();
    const answer = { author: 'Bia', origin: 'agent', body: 'Estornado.' };
    const ticket = aTicket({
      requesterEmail: email.toUpperCase(),
      requesterName: 'Ana Lima',
      issue: 'Estorno',
      newsletter: 'Manhã',
      status: 'resolved',
      updatedAt: '2025-03-05T09:00:00-03:00',
      tags: [tag.name.toUpperCase()],
      messages: [
        {
          author: 'Ana Lima',
          origin: 'requester',
          body: 'Obrigada!',
          createdAt: '2025-03-04T10:00:00Z',
        },
        { ...answer, createdAt: '2025-03-03T13:00:00Z' },
      ],
    });
    expect(await importRows(await jsonLines([ticket]), plan)).toMatchObject({
      imported: 1,
      bad: 0,
    });
    const [found] = await ticketsOf(email);
    const thread = await internal.tickets.get.query({ id: found?.id ?? 0 });
    expect(thread).toMatchObject({
      subject: 'Cobrança em dobro',
      status: 'resolved',
      main: 'Cobrança',
      issue: 'Estorno',
      newsletter: 'Manhã',
      requesterEmail: email,
      requesterName: 'Ana Lima',
      createdAt: '2025-03-03T12:00:00.000Z',
      updatedAt: '2025-03-05T12:00:00.000Z',
      tags: [{ id: tag.id }],
      messages: [
        { author: 'Ana Lima', origin: 'requester', body: 'Paguei duas vezes.' },
        { ...answer, createdAt: '2025-03-03T13:00:00.000Z' },
        { body: 'Obrigada!', createdAt: '2025-03-04T10:00:00.000Z' },
      ],
    });
    const { items } = await internal.audit.list.query({ target: `ticket:${thread.id}` });
    expect(items.map(({ action }) => action)).toEqual(['tickets.import']);
  });

  it('is counted by reports, response times and the queue as if it had happened here', async () => {
    const main = `Importado ${unique()}`;
    const answered = (status: string, at: string) =>
      aTicket({
        main,
        status,
        updatedAt: '2025-03-03T16:00:00Z',
        messages: [{ author: 'Bia', origin: 'agent', body: 'Estornado.', createdAt: at }],
      });
    const waiting = aTicket({ main, status: 'open', subject: `Espera ${main}` });
    const tickets = [
      answered('closed', '2025-03-03T13:00:00Z'),
      answered('in_progress', '2025-03-03T14:00:00Z'),
      waiting,
    ];
    await importRows(await jsonLines(tickets), plan);
    const day = { from: '2025-03-03', to: '2025-03-03' };
    const { series } = await internal.reports.timeSeries.query({ ...day, main });
    expect(series).toMatchObject([{ total: 3, open: 1, inProgress: 1, closed: 1 }]);
    expect(await internal.reports.check.query()).toMatchObject({ differences: [] });
    const times = await internal.reports.responseTimes.query({ ...day, by: 'category' });
    expect(times.items.find(({ name }) => name === main)).toMatchObject({
      tickets: 3,
      firstReplies: 2,
      firstReplyMedianSeconds: 5_400,
      resolutions: 1,
      resolutionMedianSeconds: 4 * 3_600,
    });
    const { items } = await internal.tickets.queue.query({ limit: 100 });
    expect(items.filter((ticket) => ticket.main === main)).toMatchObject([
      { subject: waiting.subject, waitingSince: '2025-03-03T12:00:00.000Z' },
    ]);
  });

  it('creates the tags that do not exist, and a dry run names them', async () => {
    const name = `Nova ${unique()}`;
    const file = await jsonLines([aTicket({ tags: [name] })]);
    const tickets = [aTicket({ tags: [name, name.toUpperCase()] })];
    const dry = await internal.tickets.import.mutate({ tickets, dryRun: true });
    expect(dry.newTags).toHaveLength(1);
    await importRows(file, plan);
    const { items } = await internal.tags.list.query({});
    expect(items.map((tag) => tag.name)).toContain(name);
  });

  it('sends no mail and no webhook', async () => {
    const url = 'https://exemplo.com.br/eventos';
    const events = ['ticket.created', 'ticket.replied'] as const;
    const { id } = await internal.webhooks.create.mutate({ url, events: [...events] });
    const email = anEmail();
    const message = {
      author: 'Bia',
      origin: 'agent',
      body: 'Oi',
      createdAt: '2025-03-04T10:00:00Z',
    };
    const file = await jsonLines([aTicket({ requesterEmail: email, messages: [message] })]);
    await importRows(file, plan);
    expect(await ticketsOf(email)).toHaveLength(1);
    expect((await internal.webhooks.deliveries.query({ id })).items).toEqual([]);
    expect(await db.selectFrom('outbox').select('id').execute()).toEqual([]);
    await internal.webhooks.delete.mutate({ id });
  });

  it('imports each ticket once, whatever changed meanwhile', async () => {
    const email = anEmail();
    const tickets = [aTicket({ requesterEmail: email }), aTicket({ requesterEmail: email })];
    const first = await jsonLines(tickets);
    expect(await importRows(first, plan)).toMatchObject({ imported: 2, known: 0, bad: 0 });
    const [newest] = await ticketsOf(email);
    await internal.tickets.edit.mutate({ id: newest?.id ?? 0, subject: 'Mudado aqui' });
    const again = await jsonLines([
      ...tickets,
      tickets[0] ?? {},
      aTicket({ requesterEmail: email }),
    ]);
    expect(await importRows(again, plan)).toMatchObject({ imported: 1, known: 3, bad: 0 });
    expect((await ticketsOf(email)).map(({ subject }) => subject).sort()).toEqual(
      ['Cobrança em dobro', 'Cobrança em dobro', 'Mudado aqui'].sort(),
    );
  });

  it('brings back nothing of a person who was erased', async () => {
    const email = anEmail();
    const file = await jsonLines([aTicket({ requesterEmail: email })]);
    await importRows(file, plan);
    const { total } = await internal.people.erase.mutate({ email });
    await internal.people.erase.mutate({ email, dryRun: false, expected: total });
    expect(await importRows(file, plan)).toMatchObject({ imported: 0, known: 1 });
    expect(await ticketsOf(email)).toEqual([]);
  });

  it('lists each refused row with its line and reason, and imports the others', async () => {
    const email = anEmail();
    const ours = { requesterEmail: email };
    const long = { author: 'Bia', origin: 'agent', createdAt: '2025-03-04T10:00:00Z' };
    const file = await jsonLines([
      aTicket(ours),
      aTicket({ ...ours, body: undefined }),
      aTicket({ ...ours, status: 'solved' }),
      aTicket({ ...ours, updatedAt: '2026-03-11T00:00:00Z' }),
      aTicket({ ...ours, isue: 'Estorno' }),
      { ...aTicket(ours), externalId: undefined },
      aTicket({
        ...ours,
        messages: [1, 2].map(() => ({ ...long, body: 'x'.repeat(600_000) })),
      }),
      aTicket(ours),
    ]);
    await writeFile(file, `${await readFile(file, 'utf8')}\n{"externalId":\n[]`);
    expect(await importRows(file, plan)).toMatchObject({ imported: 2, bad: 8 });
    expect((await readFile(`${file}.bad-lines`, 'utf8')).trim().split('\n')).toEqual([
      '2: the input must have a body or messages',
      expect.stringMatching(/^3: status: /),
      '4: dates must not be in the future',
      '5: isue: unknown field',
      expect.stringMatching(/^6: externalId: /),
      '7: the input must have at most 1048576 characters in all of its messages',
      expect.stringMatching(/^9: is not? /),
      expect.stringMatching(/^10: is no/),
    ]);
    expect(await ticketsOf(email)).toHaveLength(2);
  });

  it('is sent in batches bounded in size', async () => {
    const body = 'palavra '.repeat(50_000);
    const file = await jsonLines(Array.from({ length: 8 }, () => aTicket({ body })));
    const sizes: number[] = [];
    const send = async (rows: readonly unknown[]) => {
      sizes.push(rows.length);
      return { known: 0, refused: [] };
    };
    await importRows(file, { ...plan, send });
    expect(sizes).toEqual([3, 3, 2]);
  });
});
