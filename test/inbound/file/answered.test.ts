import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { replyAddressOf } from '../../../server/outbox/signed-ids.ts';
import { startApp } from '../../harness.ts';
import { mergeTwice } from '../../tickets/merge-twice.ts';
import { aPerson, from, mailEnv } from '../mail-people.ts';
import { aMail } from '../mails.ts';

const app = await startApp(mailEnv);
afterAll(() => app.close());
const agent = await app.trpc({ role: 'agent' });

const ingest = (headers: Record<string, string>, body?: string) =>
  agent.inbound.ingest.mutate({ raw: aMail(headers, body).toString('base64') });
const ticket = (id: number) => agent.tickets.get.query({ id });
const openedBy = async (email: string) => (await ingest(from(email))).ticketId ?? 0;
const mailId = (ticketId: number) => `<ticket-${ticketId}.message-1@leitor.example>`;
const addressOf = async (ticketId: number) =>
  (await replyAddressOf(app.service.contextFor('test'), ticketId)) ?? '';

describe('the ticket that a mail replies to', () => {
  const cases: Record<string, (own: number, earlier: number, other: number) => object> = {
    'of In-Reply-To before that of References': (own, earlier) => ({
      References: mailId(earlier),
      'In-Reply-To': mailId(own),
    }),
    'of the last of References': (own, earlier) => ({
      References: `${mailId(earlier)} ${mailId(own)}`,
    }),
    'of their own, not of others whom the mail refers to': (own, _, other) => ({
      References: mailId(own),
      'In-Reply-To': mailId(other),
    }),
  };
  it.each(Object.entries(cases))('is that %s', async (_, headersFor) => {
    const email = aPerson();
    const earlier = await openedBy(email);
    const own = await openedBy(email);
    const headers = { ...from(email), ...headersFor(own, earlier, await openedBy(aPerson())) };
    expect(await ingest(headers)).toMatchObject({ outcome: 'reply', ticketId: own });
  });

  it('is that of a signed address, in Cc and capitals and from any sender, before a Message-ID', async () => {
    const [addressed, other] = [await openedBy(aPerson()), await openedBy(aPerson())];
    const Cc = `outra@exemplo.com.br, ${(await addressOf(addressed)).toUpperCase()}`;
    const headers = { ...from(aPerson()), Cc, 'In-Reply-To': mailId(other) };
    expect(await ingest(headers)).toMatchObject({ outcome: 'reply', ticketId: addressed });
  });

  const strangers: Record<string, (ticketId: number) => Promise<Record<string, string>>> = {
    'the signature of another ticket': async (ticketId) => ({
      To: (await addressOf(await openedBy(aPerson()))).replace(/\+t\d+/, `+t${ticketId}`),
    }),
    'a signed address of another domain': async (ticketId) => ({
      To: (await addressOf(ticketId)).replace('leitor.', 'outro.'),
    }),
    'a signed address of another mailbox': async (ticketId) => ({
      To: (await addressOf(ticketId)).replace('suporte', 'vendas'),
    }),
    'a Message-ID of another domain': async (ticketId) => ({
      'In-Reply-To': mailId(ticketId).replace('leitor.', 'outro.'),
    }),
    'a Message-ID from somebody who is not its requester': async (ticketId) => ({
      ...from(aPerson()),
      'In-Reply-To': mailId(ticketId),
    }),
    'a number that no ticket has': async () => ({ 'In-Reply-To': mailId(2_147_483_647) }),
    'a number too large for a ticket': async () => ({ References: mailId(9_999_999_999) }),
  };
  it.each(Object.entries(strangers))('is none with %s', async (_, headersFor) => {
    const email = aPerson();
    const ticketId = await openedBy(email);
    const opened = await ingest({ ...from(email), ...(await headersFor(ticketId)) });
    expect(opened.outcome).toBe('new-ticket');
    expect(opened.ticketId).not.toBe(ticketId);
  });

  it.each(['Message-ID', 'signed address'])(
    'is the one that took it over, by its %s',
    async (by) => {
      const email = aPerson();
      const [ticketId, intoId] = [await openedBy(email), await openedBy(email)];
      const To = await addressOf(ticketId);
      await mergeTwice(agent, { fromId: ticketId, intoId });
      const [name, value] = by === 'Message-ID' ? ['In-Reply-To', mailId(ticketId)] : ['To', To];
      const reply = await ingest({ ...from(email), [`${name}`]: `${value}` });
      expect(reply).toMatchObject({ outcome: 'reply', ticketId: intoId });
    },
  );

  it('is none that was erased, until it is opened again', async () => {
    const email = aPerson();
    const ticketId = await openedBy(email);
    const To = await addressOf(ticketId);
    const admin = await app.trpc();
    const { total } = await admin.people.erase.mutate({ email });
    await admin.people.erase.mutate({ email, dryRun: false, expected: total });
    const reply = () => ingest({ ...from(aPerson()), To });
    expect(await reply()).toMatchObject({ outcome: 'new-ticket' });
    await agent.tickets.setStatus.mutate({ id: ticketId, status: 'open' });
    expect(await reply()).toMatchObject({ outcome: 'reply', ticketId });
  });
});

describe('an automatic answer', () => {
  const away = { 'Auto-Submitted': 'auto-replied' };

  it('adds an automatic answer to its ticket, which stays as it is', async () => {
    const email = aPerson();
    const id = await openedBy(email);
    await agent.tickets.setStatus.mutate({ id, status: 'resolved' });
    const headers = { ...from(email), ...away, 'In-Reply-To': mailId(id) };
    expect(await ingest(headers)).toMatchObject({ outcome: 'automatic', ticketId: id });
    const { status, messages } = await ticket(id);
    expect(status).toBe('resolved');
    expect(messages.at(-1)).toMatchObject({ origin: 'requester', automatic: true });
  });

  it('sets an automatic answer without a ticket aside', async () => {
    const headers = { ...from(aPerson()), ...away };
    expect(await ingest(headers)).toEqual({ outcome: 'ignored', reason: 'auto-reply' });
    const stranger = { ...headers, 'In-Reply-To': mailId(await openedBy(aPerson())) };
    expect(await ingest(stranger)).toMatchObject({ outcome: 'ignored' });
  });
});

describe('a mail of a colleague', () => {
  it("stores a colleague's mail as a note, or as a message on their own ticket", async () => {
    const admin = await app.trpc();
    const email = aPerson();
    await admin.team.set.mutate({ email, role: 'agent' });
    const id = await openedBy(aPerson());
    await agent.tickets.setStatus.mutate({ id, status: 'resolved' });
    const To = await addressOf(id);
    const colleague = await ingest({ ...from(email), To }, 'Eu resolvo.');
    expect(colleague).toEqual({ outcome: 'reply', ticketId: id });
    const { status, notes, messages } = await ticket(id);
    expect([status, messages]).toMatchObject(['resolved', [{}]]);
    expect(notes).toMatchObject([{ author: email, body: 'Eu resolvo.' }]);
    const unsigned = { ...from(email), 'In-Reply-To': mailId(id) };
    expect(await ingest(unsigned)).toMatchObject({ outcome: 'new-ticket' });
    const own = await openedBy(email);
    const reply = await ingest({ ...from(email), 'In-Reply-To': mailId(own) });
    expect(reply).toMatchObject({ outcome: 'reply', messageId: expect.any(Number) });
  });

  it("counts someone as a colleague by the provider's role at the latest sign-in", async () => {
    const { db, now } = app.service.contextFor('test');
    const outcomeFor = async (role: 'agent' | 'reader') => {
      const email = aPerson();
      const moment = now();
      await db
        .insertInto('sessions')
        .values({
          token_hash: randomBytes(32),
          email,
          subject: email,
          role,
          issued_at: moment,
          created_at: moment,
          last_seen_at: moment,
        })
        .execute();
      const id = await openedBy(aPerson());
      await ingest({ ...from(email), To: await addressOf(id) });
      const { notes } = await ticket(id);
      return notes.length;
    };
    expect(await outcomeFor('agent')).toBe(1);
    expect(await outcomeFor('reader')).toBe(0);
  });
});

describe('a reply', () => {
  it('folds the text of our last ten answers away, however it is quoted, and no other', async () => {
    const email = aPerson();
    const id = await openedBy(email);
    const texts = Array.from({ length: 11 }, (_, at) => `Esta é a resposta número ${at} de hoje`);
    for (const body of texts)
      await agent.tickets.addMessage.mutate({ id, author: 'Bia', origin: 'agent', body });
    const foldedOf = async (text = '') => {
      await ingest({ ...from(email), References: mailId(id) }, `Chegou.\r\n\r\n${text}`);
      return (await ticket(id)).messages.at(-1)?.folded;
    };
    expect(await foldedOf(texts[1])).toBe(texts[1]);
    expect(await foldedOf(texts[10])).toBe(texts[10]);
    expect(await foldedOf(texts[0])).toBeNull();
    expect(await foldedOf('Bom dia! A edição de hoje não chegou.')).toBeNull();
  });

  it("names a reply's author by the sender's name, else the address", async () => {
    const ticketId = await openedBy(aPerson());
    const To = await addressOf(ticketId);
    const [named, nameless] = [aPerson(), aPerson()];
    await ingest({ From: `Rui Melo <${named}>`, To }, 'Sou eu.');
    await ingest({ From: nameless, To }, '');
    expect((await ticket(ticketId)).messages.slice(1)).toMatchObject([
      { author: 'Rui Melo', origin: 'requester', body: 'Sou eu.' },
      { author: nameless, origin: 'requester', body: '(sem texto)' },
    ]);
    // Who is not the requester is found by it.
    const { db } = app.service.contextFor('test');
    const messages = db.selectFrom('ticket_messages').where('ticket_id', '=', ticketId);
    const writers = await messages.select('person_email').orderBy('id').execute();
    expect(writers.map(({ person_email }) => person_email)).toEqual([null, named, nameless]);
  });

  it.each([
    ['closed', 'open'],
    ['resolved', 'open'],
    ['in_progress', 'in_progress'],
  ] as const)('to a ticket that is %s leaves it %s', async (status, expected) => {
    const email = aPerson();
    const id = await openedBy(email);
    await agent.tickets.setStatus.mutate({ id, status });
    await ingest({ ...from(email), 'In-Reply-To': mailId(id) });
    expect((await ticket(id)).status).toBe(expected);
  });
});
