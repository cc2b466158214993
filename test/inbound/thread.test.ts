import { afterAll, describe, expect, it } from 'vitest';
import { replyAddressOf } from '../../server/outbox/signed-ids.ts';
import { startApp } from '../harness.ts';
import { mergeTwice } from '../tickets/merge-twice.ts';
import { aPerson, from, mailEnv } from './mail-people.ts';
import { aMail } from './mails.ts';

const app = await startApp(mailEnv);
afterAll(() => app.close());
const agent = await app.trpc({ role: 'agent' });

const ingest = (raw: Buffer) => agent.inbound.ingest.mutate({ raw: raw.toString('base64') });
const ingestMail = (headers: Record<string, string>, body?: string) => ingest(aMail(headers, body));
const ticket = (id: number) => agent.tickets.get.query({ id });
const messageIdOf = (ticketId: number) => `<ticket-${ticketId}.message-1@leitor.example>`;
const addressOf = async (ticketId: number) =>
  (await replyAddressOf(app.service.contextFor('test'), ticketId)) ?? '';

/** A ticket that a person opened by mail. */
const openedBy = async (email: string): Promise<number> =>
  (await ingestMail(from(email))).ticketId ?? 0;

describe('the ticket that a mail replies to', () => {
  it.each([
    ['is that of In-Reply-To rather than an earlier one of References', 'In-Reply-To'],
    ['is the last one of References', 'References'],
  ])('%s', async (_, nearest) => {
    const email = aPerson();
    const [first, last] = [await openedBy(email), await openedBy(email)];
    const headers: Record<string, string> =
      nearest === 'In-Reply-To'
        ? { References: messageIdOf(first), 'In-Reply-To': messageIdOf(last) }
        : { References: `${messageIdOf(first)} ${messageIdOf(last)}` };
    expect(await ingestMail({ ...from(email), ...headers })).toMatchObject({
      outcome: 'reply',
      ticketId: last,
    });
  });

  it('is one of their own, whatever tickets of others the mail refers to', async () => {
    const email = aPerson();
    const [own, other] = [await openedBy(email), await openedBy(aPerson())];
    const headers = { References: messageIdOf(own), 'In-Reply-To': messageIdOf(other) };
    expect(await ingestMail({ ...from(email), ...headers })).toMatchObject({
      outcome: 'reply',
      ticketId: own,
    });
  });

  it('is that of the signed address rather than that of a Message-ID', async () => {
    const email = aPerson();
    const [addressed, other] = [await openedBy(email), await openedBy(email)];
    const headers = { To: await addressOf(addressed), 'In-Reply-To': messageIdOf(other) };
    expect(await ingestMail({ ...from(email), ...headers })).toMatchObject({
      outcome: 'reply',
      ticketId: addressed,
    });
  });

  it('is that of a signed address among others, in Cc and in capitals', async () => {
    const ticketId = await openedBy(aPerson());
    const Cc = `outra@exemplo.com.br, ${(await addressOf(ticketId)).toUpperCase()}`;
    expect(await ingestMail({ ...from(aPerson()), Cc })).toMatchObject({
      outcome: 'reply',
      ticketId,
    });
  });

  it('is found for a requester who writes their address in capitals', async () => {
    const email = aPerson();
    const ticketId = await openedBy(email);
    const headers = { ...from(email.toUpperCase()), 'In-Reply-To': messageIdOf(ticketId) };
    expect(await ingestMail(headers)).toMatchObject({ outcome: 'reply', ticketId });
  });

  it.each<[string, (ticketId: number) => Promise<Record<string, string>>]>([
    [
      'the signature of another ticket',
      async (ticketId) => ({
        To: (await addressOf(await openedBy(aPerson()))).replace(/\+t\d+/, `+t${ticketId}`),
      }),
    ],
    [
      'a signed address of another domain',
      async (ticketId) => ({ To: (await addressOf(ticketId)).replace('leitor.', 'outro.') }),
    ],
    [
      'a signed address of another mailbox',
      async (ticketId) => ({ To: (await addressOf(ticketId)).replace('suporte', 'vendas') }),
    ],
    [
      'a Message-ID of another domain',
      async (ticketId) => ({ 'In-Reply-To': messageIdOf(ticketId).replace('leitor.', 'outro.') }),
    ],
    ['a number that no ticket has', async () => ({ 'In-Reply-To': messageIdOf(2_147_483_647) })],
    ['a number too large for a ticket', async () => ({ References: messageIdOf(9_999_999_999) })],
    [
      'an address with a number too large for a ticket',
      async () => ({ To: `suporte+t9999999999.${'a'.repeat(16)}@leitor.example` }),
    ],
  ])('is none with %s', async (_, headersFor) => {
    const email = aPerson();
    const ticketId = await openedBy(email);
    const mail = { ...from(email), ...(await headersFor(ticketId)) };
    const opened = await ingestMail(mail);
    expect(opened.outcome).toBe('new-ticket');
    expect(opened.ticketId).not.toBe(ticketId);
  });
});

describe('a reply', () => {
  const opened = async () => {
    const email = aPerson();
    const { ticketId = 0 } = await ingest(aMail(from(email)));
    const { id: messageId } = await agent.tickets.addMessage.mutate({
      id: ticketId,
      author: 'Bia',
      origin: 'agent',
      body: '<p>Reenviamos.</p>',
    });
    const replyTo = `<ticket-${ticketId}.message-${messageId}@leitor.example>`;
    return { email, ticketId, replyTo };
  };

  it('to our Message-ID lands on its ticket, whatever its subject', async () => {
    const { email, ticketId, replyTo } = await opened();
    const reply = aMail(
      { ...from(email), Subject: 'outra coisa', 'In-Reply-To': replyTo },
      'Obrigada!',
    );
    expect(await ingest(reply)).toMatchObject({ outcome: 'reply', ticketId });
    const { messages } = await ticket(ticketId);
    expect(messages.at(-1)).toMatchObject({ origin: 'requester', body: 'Obrigada!' });
  });

  it('folds what it quotes of ours away, and keeps it', async () => {
    const { email, ticketId, replyTo } = await opened();
    const body =
      'Agora chegou.\r\n\r\n-- \r\nAna Lima\r\n\r\nEm ter., 10 de mar. de 2026 às 11:30, Leitor <suporte@leitor.example> escreveu:\r\n> Reenviamos.\r\n> Um abraço';
    await ingest(aMail({ ...from(email), References: replyTo }, body));
    const last = (await ticket(ticketId)).messages.at(-1);
    expect(last?.body).toBe('Agora chegou.\n\n-- \nAna Lima');
    expect(last?.folded).toContain('Reenviamos.');
  });

  it('folds the text of our last ten answers away, however it is quoted, and no other', async () => {
    const { email, ticketId, replyTo } = await opened();
    const words = 'zero um dois três quatro cinco seis sete oito nove dez'.split(' ');
    const texts = words.map((word) => `Esta é a resposta número ${word} de hoje`);
    for (const body of texts)
      await agent.tickets.addMessage.mutate({ id: ticketId, author: 'Bia', origin: 'agent', body });
    const foldedOf = async (text = '') => {
      await ingest(aMail({ ...from(email), References: replyTo }, `Chegou.\r\n\r\n${text}`));
      return (await ticket(ticketId)).messages.at(-1)?.folded;
    };
    expect(await foldedOf(texts[1])).toBe(texts[1]);
    expect(await foldedOf(texts[10])).toBe(texts[10]);
    expect(await foldedOf(texts[0])).toBeNull();
    expect(await foldedOf('Bom dia! A edição de hoje não chegou.')).toBeNull();
  });

  it('from a stranger who guessed the Message-ID opens a ticket of their own', async () => {
    const { ticketId, replyTo } = await opened();
    const forged = await ingest(aMail({ ...from(aPerson()), 'In-Reply-To': replyTo }));
    expect(forged.outcome).toBe('new-ticket');
    expect(forged.ticketId).not.toBe(ticketId);
  });

  it('with the same subject and no reference opens a ticket', async () => {
    const { email, ticketId } = await opened();
    const again = await ingest(aMail({ ...from(email), Subject: 'Re: Edição não chegou' }));
    expect(again).toMatchObject({ outcome: 'new-ticket' });
    expect(again.ticketId).not.toBe(ticketId);
  });

  it('to the signed address lands on its ticket, from any sender', async () => {
    const { ticketId } = await opened();
    const to = await addressOf(ticketId);
    expect(to).toMatch(/^suporte\+t\d+\.[a-z2-7]{16}@leitor\.example$/);
    const reply = aMail({ ...from(aPerson()), To: to });
    expect(await ingest(reply)).toMatchObject({ outcome: 'reply', ticketId });
  });

  it('to an address with a made-up signature does not', async () => {
    const { ticketId } = await opened();
    const to = `suporte+t${ticketId}.aaaaaaaaaaaaaaaa@leitor.example`;
    expect(await ingest(aMail({ ...from(aPerson()), To: to }))).toMatchObject({
      outcome: 'new-ticket',
    });
  });

  it.each(['Message-ID', 'signed address'])(
    'to the %s of a merged ticket lands on the ticket that took over',
    async (by) => {
      const { email, ticketId, replyTo } = await opened();
      const { ticketId: intoId = 0 } = await ingest(aMail(from(email)));
      const to = await addressOf(ticketId);
      await mergeTwice(agent, { fromId: ticketId, intoId });
      const reply = aMail(
        {
          ...from(email),
          ...(by === 'Message-ID' ? { 'In-Reply-To': replyTo } : { To: to }),
        },
        'Agora chegou.',
      );
      expect(await ingest(reply)).toMatchObject({ outcome: 'reply', ticketId: intoId });
      expect((await ticket(intoId)).messages.at(-1)).toMatchObject({ body: 'Agora chegou.' });
    },
  );

  it('to the signed address of an erased ticket opens another one, until it is opened again', async () => {
    const { email, ticketId } = await opened();
    const To = await addressOf(ticketId);
    const admin = await app.trpc();
    const { total } = await admin.people.erase.mutate({ email });
    await admin.people.erase.mutate({ email, dryRun: false, expected: total });
    const reply = () => ingest(aMail({ ...from(aPerson()), To }));
    expect(await reply()).toMatchObject({ outcome: 'new-ticket' });
    await agent.tickets.setStatus.mutate({ id: ticketId, status: 'open' });
    expect(await reply()).toMatchObject({ outcome: 'reply', ticketId });
  });

  it('reopens a closed ticket', async () => {
    const { email, ticketId, replyTo } = await opened();
    await agent.tickets.setStatus.mutate({ id: ticketId, status: 'closed' });
    await ingest(aMail({ ...from(email), 'In-Reply-To': replyTo }));
    expect(await ticket(ticketId)).toMatchObject({ status: 'open' });
  });

  it('has the name of its sender, or else the address', async () => {
    const requester = aPerson();
    const ticketId = await openedBy(requester);
    const To = await addressOf(ticketId);
    const [named, nameless] = [aPerson(), aPerson()];
    await ingestMail({ From: `Rui Melo <${named}>`, To }, 'Sou eu.');
    await ingestMail({ From: nameless, To }, '');
    await ingestMail({ ...from(requester), To });
    // Who is not the requester is found by it.
    const { db } = app.service.contextFor('test');
    const messages = db.selectFrom('ticket_messages').where('ticket_id', '=', ticketId);
    expect(await messages.select('person_email').orderBy('id').execute()).toEqual(
      [null, named, nameless, null].map((person_email) => ({ person_email })),
    );
    expect((await ticket(ticketId)).messages.slice(1)).toMatchObject([
      { author: 'Rui Melo', origin: 'requester', body: 'Sou eu.' },
      { author: nameless, origin: 'requester', body: '(sem texto)' },
      { author: 'Ana Lima' },
    ]);
  });

  it('reopens a resolved ticket, and leaves one in progress as it is', async () => {
    const email = aPerson();
    const ticketId = await openedBy(email);
    const reply = { ...from(email), 'In-Reply-To': messageIdOf(ticketId) };
    await agent.tickets.setStatus.mutate({ id: ticketId, status: 'in_progress' });
    await ingestMail(reply);
    const status = async () => (await ticket(ticketId)).status;
    expect(await status()).toBe('in_progress');
    await agent.tickets.setStatus.mutate({ id: ticketId, status: 'resolved' });
    await ingestMail(reply);
    expect(await status()).toBe('open');
  });
});
