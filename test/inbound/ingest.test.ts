import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { replyAddressOf } from '../../server/inbound/thread.ts';
import { startApp, type TestApp } from '../harness.ts';
import { aPerson, from, mailEnv } from './mail-people.ts';
import { aBounce, aMail } from './mails.ts';

const app = await startApp(mailEnv);
afterAll(() => app.close());
const agent = await app.trpc({ role: 'agent' });

const ingest = (raw: Buffer, on: typeof agent = agent) =>
  on.inbound.ingest.mutate({ raw: raw.toString('base64') });
const ticket = (id: number | undefined) => agent.tickets.get.query({ id: id ?? 0 });

describe('a mail from a person', () => {
  it('opens a ticket', async () => {
    const email = aPerson();
    const opened = await ingest(aMail(from(email)));
    expect(opened).toEqual({
      outcome: 'new-ticket',
      ticketId: expect.any(Number),
      messageId: expect.any(Number),
    });
    expect(await ticket(opened.ticketId)).toMatchObject({
      subject: 'Edição não chegou',
      status: 'open',
      requesterEmail: email,
      messages: [
        { author: 'Ana Lima', origin: 'requester', body: 'Bom dia! A edição de hoje não chegou.' },
      ],
    });
  });

  it('loses invisible characters of the name', async () => {
    const forged = Buffer.from('Ana\u202e\u200b Lima').toString('base64');
    const mail = aMail({ From: `=?utf-8?B?${forged}?= <${aPerson()}>` });
    expect((await ticket((await ingest(mail)).ticketId)).requesterName).toBe('Ana Lima');
  });

  it('is taken once, however often it is ingested', async () => {
    const mail = aMail(from(aPerson()));
    const [first, ...more] = await Promise.all([ingest(mail), ingest(mail), ingest(mail)]);
    const outcomes = [first, ...more].map((ingested) => ingested?.outcome).sort();
    expect(outcomes).toEqual(['duplicate', 'duplicate', 'new-ticket']);
  });

  it('without a Message-ID is known by its contents', async () => {
    const mail = Buffer.from(
      aMail(from(aPerson()))
        .toString()
        .replace(/^Message-ID:.*\r\n/im, ''),
    );
    expect((await ingest(mail)).outcome).toBe('new-ticket');
    expect((await ingest(mail)).outcome).toBe('duplicate');
  });

  it('as HTML alone becomes text', async () => {
    const mail = aMail(
      { ...from(aPerson()), 'Content-Type': 'text/html; charset=utf-8' },
      '<style>p{}</style><p>Olá,</p><p>quero <b>cancelar</b>.</p><script>alert(1)</script>',
    );
    const { messages } = await ticket((await ingest(mail)).ticketId);
    expect(messages[0]?.body).toMatch(/^Olá,\s+quero cancelar\.$/);
  });

  it('in an old charset is read right', async () => {
    const head = aMail(
      { ...from(aPerson()), 'Content-Type': 'text/plain; charset=iso-8859-1' },
      '',
    );
    const mail = Buffer.concat([head, Buffer.from('Não chegou, atenção!', 'latin1')]);
    const { messages } = await ticket((await ingest(mail)).ticketId);
    expect(messages[0]?.body).toBe('Não chegou, atenção!');
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

  it('folds quoted history and signature away, and keeps them', async () => {
    const { email, ticketId, replyTo } = await opened();
    const body =
      'Agora chegou.\r\n\r\n-- \r\nAna Lima\r\n\r\nEm ter., 10 de mar. de 2026 às 11:30, Leitor <suporte@leitor.example> escreveu:\r\n> Reenviamos.\r\n> Um abraço';
    await ingest(aMail({ ...from(email), References: replyTo }, body));
    const last = (await ticket(ticketId)).messages.at(-1);
    expect(last?.body).toBe('Agora chegou.');
    expect(last?.folded).toContain('Reenviamos.');
    expect(last?.folded).toContain('Ana Lima');
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
    const to = await replyAddressOf(app.service.contextFor('test'), ticketId);
    expect(to).toMatch(/^suporte\+t\d+\.[a-z2-7]{16}@leitor\.example$/);
    const reply = aMail({ ...from(aPerson()), To: to ?? '' });
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
      const to = await replyAddressOf(app.service.contextFor('test'), ticketId);
      await agent.tickets.merge.mutate({ fromId: ticketId, intoId });
      const reply = aMail(
        {
          ...from(email),
          ...(by === 'Message-ID' ? { 'In-Reply-To': replyTo } : { To: to ?? '' }),
        },
        'Agora chegou.',
      );
      expect(await ingest(reply)).toMatchObject({ outcome: 'reply', ticketId: intoId });
      expect((await ticket(intoId)).messages.at(-1)).toMatchObject({ body: 'Agora chegou.' });
    },
  );

  it('reopens a closed ticket', async () => {
    const { email, ticketId, replyTo } = await opened();
    await agent.tickets.setStatus.mutate({ id: ticketId, status: 'closed' });
    await ingest(aMail({ ...from(email), 'In-Reply-To': replyTo }));
    expect(await ticket(ticketId)).toMatchObject({ status: 'open' });
  });
});

describe('with INBOUND_CLOSED=new-ticket', () => {
  let other: TestApp;
  beforeAll(async () => {
    other = await startApp({ ...mailEnv, INBOUND_CLOSED: 'new-ticket' });
  });
  afterAll(() => other.close());

  it('a reply to a closed ticket opens one that continues it', async () => {
    const on = await other.trpc({ role: 'agent' });
    const email = aPerson();
    const { ticketId = 0, messageId } = await ingest(aMail(from(email)), on);
    await on.tickets.setStatus.mutate({ id: ticketId, status: 'closed' });
    const replyTo = `<ticket-${ticketId}.message-${messageId}@leitor.example>`;
    const next = await ingest(aMail({ ...from(email), 'In-Reply-To': replyTo }), on);
    expect(next.outcome).toBe('new-ticket');
    expect(await on.tickets.get.query({ id: next.ticketId ?? 0 })).toMatchObject({
      followsId: ticketId,
    });
  });
});

describe('mail that is from no person', () => {
  it.each([
    ['an automatic reply', { 'Auto-Submitted': 'auto-replied' }, 'auto-reply'],
    ['an out-of-office note', { 'X-Autoreply': 'yes' }, 'auto-reply'],
    ['a mailing list', { 'List-Id': '<lista.exemplo.com.br>' }, 'list'],
    ['a bulk mail', { Precedence: 'bulk' }, 'list'],
    ['our own mail', { From: 'Leitor <suporte@leitor.example>' }, 'own-mail'],
    ['a bounce that says nothing', { 'Return-Path': '<>' }, 'bounce'],
  ])('%s is ignored', async (_, headers, reason) => {
    expect(await ingest(aMail({ ...from(aPerson()), ...headers }))).toEqual({
      outcome: 'ignored',
      reason,
    });
  });

  it('a bounce marks our mail and reopens its ticket', async () => {
    const email = aPerson();
    const { ticketId = 0 } = await ingest(aMail(from(email)));
    const { id: messageId } = await agent.tickets.addMessage.mutate({
      id: ticketId,
      author: 'Bia',
      origin: 'agent',
      body: '<p>Reenviamos.</p>',
    });
    await agent.tickets.setStatus.mutate({ id: ticketId, status: 'resolved' });
    const mailId = `<ticket-${ticketId}.message-${messageId}@leitor.example>`;
    const { db } = app.service.contextFor('test');
    await db
      .insertInto('outbox')
      .values({
        ticket_id: ticketId,
        message_id: messageId,
        mail_id: mailId,
        recipient: email,
        subject: 'Re: x',
        status: 'sent',
        due_at: new Date(),
      })
      .execute();
    await ingest(aBounce(mailId, 'delayed'));
    expect(await ticket(ticketId)).toMatchObject({ status: 'resolved' });
    expect(await ingest(aBounce(mailId))).toMatchObject({ reason: 'bounce', ticketId });
    const { status, messages } = await ticket(ticketId);
    expect(status).toBe('open');
    expect(messages.at(-1)?.notice).toBe('E-mail devolvido: smtp; 550 5.1.1 no such user');
    const admin = await app.trpc();
    expect((await admin.outbox.list.query({ ticketId })).items).toMatchObject([
      { status: 'bounced', error: 'smtp; 550 5.1.1 no such user' },
    ]);
  });
});

describe('inbound.status', () => {
  it('counts what arrived', async () => {
    await ingest(aMail(from(aPerson())));
    const { lastDay, mailbox } = await agent.inbound.status.query();
    expect(mailbox).toBeNull();
    expect(lastDay).toContainEqual({ outcome: 'new-ticket', count: expect.any(Number) });
  });

  it('and all of it is for agents', async () => {
    const reader = await app.trpc({ role: 'reader' });
    await expect(ingest(aMail(), reader)).rejects.toMatchObject({ data: { code: 'FORBIDDEN' } });
  });
});
