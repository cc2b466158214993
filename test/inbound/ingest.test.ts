import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailIdOf } from '../../server/outbox/signed-ids.ts';
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
      main: 'E-mail',
      requesterEmail: email,
      requesterName: 'Ana Lima',
      followsId: null,
      messages: [
        { author: 'Ana Lima', origin: 'requester', body: 'Bom dia! A edição de hoje não chegou.' },
      ],
    });
  });

  it('without a name or a text opens one all the same', async () => {
    const email = aPerson();
    const { ticketId } = await ingest(aMail({ From: email }, ''));
    expect(await ticket(ticketId)).toMatchObject({
      requesterName: null,
      messages: [{ author: email, body: '(sem texto)', folded: null, notice: null }],
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
    const headers = from(aPerson());
    const [mail, other] = ['Bom dia!', 'Boa tarde!'].map((body) =>
      Buffer.from(
        aMail(headers, body)
          .toString()
          .replace(/^Message-ID:.*\r\n/im, ''),
      ),
    );
    if (!mail || !other) throw new Error('no mail');
    expect((await ingest(mail)).outcome).toBe('new-ticket');
    expect((await ingest(mail)).outcome).toBe('duplicate');
    expect((await ingest(other)).outcome).toBe('new-ticket');
  });
});

describe('with INBOUND_CLOSED=new-ticket', () => {
  let other: TestApp;
  beforeAll(async () => {
    other = await startApp({ ...mailEnv, INBOUND_CLOSED: 'new-ticket' });
  });
  afterAll(() => other.close());

  it('a reply to a closed ticket opens one that continues it, in its category', async () => {
    const on = await other.trpc({ role: 'agent' });
    const email = aPerson();
    const { ticketId = 0, messageId } = await ingest(aMail(from(email)), on);
    const replyTo = `<ticket-${ticketId}.message-${messageId}@leitor.example>`;
    for (const status of ['open', 'resolved'] as const) {
      await on.tickets.setStatus.mutate({ id: ticketId, status });
      const reply = aMail({ ...from(email), 'In-Reply-To': replyTo });
      expect(await ingest(reply, on)).toMatchObject({ outcome: 'reply', ticketId });
    }
    await on.tickets.edit.mutate({ id: ticketId, main: 'Cobrança' });
    await on.tickets.setStatus.mutate({ id: ticketId, status: 'closed' });
    const next = await ingest(aMail({ ...from(email), 'In-Reply-To': replyTo }), on);
    expect(next.outcome).toBe('new-ticket');
    expect(await on.tickets.get.query({ id: next.ticketId ?? 0 })).toMatchObject({
      followsId: ticketId,
      main: 'Cobrança',
      status: 'open',
      requesterEmail: email,
    });
    expect(await on.tickets.get.query({ id: ticketId })).toMatchObject({
      status: 'closed',
      followsId: null,
    });
  });
});

describe('mail that is from no person', () => {
  it('a bounce marks our mail and reopens its ticket, once', async () => {
    const email = aPerson();
    const { ticketId = 0 } = await ingest(aMail(from(email)));
    const ctx = app.service.contextFor('test');
    const aMailOfOurs = async () => {
      const { id: messageId } = await agent.tickets.addMessage.mutate({
        id: ticketId,
        author: 'Bia',
        origin: 'agent',
        body: '<p>Reenviamos.</p>',
      });
      const mailId = await mailIdOf(ctx, { ticketId, messageId, domain: 'leitor.example' });
      await ctx.db
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
      return { mailId, messageId };
    };
    const { mailId, messageId } = await aMailOfOurs();
    const later = await aMailOfOurs();
    await agent.tickets.setStatus.mutate({ id: ticketId, status: 'resolved' });
    await ingest(aBounce(mailId, 'delayed'));
    expect(await ticket(ticketId)).toMatchObject({ status: 'resolved' });
    const withNul = aBounce(mailId).toString().replace('such user', 'such\0user');
    expect(await ingest(Buffer.from(withNul))).toEqual({
      outcome: 'ignored',
      reason: 'bounce',
      ticketId,
      messageId,
    });
    const { status, messages } = await ticket(ticketId);
    expect(status).toBe('open');
    const { items } = await agent.tickets.queue.query();
    expect(items.map(({ id }) => id)).toContain(ticketId);
    expect(messages.at(1)).toMatchObject({ id: messageId, mail: 'returned' });
    expect(messages.map(({ id, notice }) => [id, notice])).toEqual([
      [expect.any(Number), null],
      [messageId, 'E-mail devolvido: smtp; 550 5.1.1 no such user'],
      [later.messageId, null],
    ]);
    const admin = await app.trpc();
    expect((await admin.outbox.list.query({ ticketId })).items).toMatchObject([
      { mailId: later.mailId, status: 'sent', error: null },
      { mailId, status: 'bounced', error: 'smtp; 550 5.1.1 no such user' },
    ]);
    await agent.tickets.setStatus.mutate({ id: ticketId, status: 'resolved' });
    expect(await ingest(aBounce(mailId))).toEqual({ outcome: 'ignored', reason: 'bounce' });
    expect(await ticket(ticketId)).toMatchObject({ status: 'resolved' });
  });
});

describe('inbound.status', () => {
  it('is of no mailbox without one, for agents, and lists a hundred mails at most', async () => {
    await agent.inbound.list.query({ limit: 100 });
    await agent.inbound.dismiss.mutate({ ids: Array(100).fill(1) });
    const outcomes = await Promise.allSettled([
      ...[0, 101].map((limit) => agent.inbound.list.query({ limit })),
      ...[0, 101].map((count) => agent.inbound.dismiss.mutate({ ids: Array(count).fill(1) })),
    ]);
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: { data: { code: 'BAD_REQUEST' } },
      });
    expect(await agent.inbound.status.query()).toMatchObject({ mailbox: null, position: null });
    const reader = await app.trpc({ role: 'reader' });
    await expect(ingest(aMail(), reader)).rejects.toMatchObject({ data: { code: 'FORBIDDEN' } });
  });
});
