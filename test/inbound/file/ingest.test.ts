import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../harness.ts';
import { aPerson, from, mailEnv } from '../mail-people.ts';
import { aMail } from '../mails.ts';

const app = await startApp(mailEnv);
afterAll(() => app.close());
const agent = await app.trpc({ role: 'agent' });

const ingest = (raw: Buffer, on: typeof agent = agent) =>
  on.inbound.ingest.mutate({ raw: raw.toString('base64') });
const ticket = (id: number | undefined) => agent.tickets.get.query({ id: id ?? 0 });

describe('a mail from a person', () => {
  it('opens a ticket for a mail from a person', async () => {
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

  it('opens a ticket for a mail without a name or a text', async () => {
    const email = aPerson();
    const { ticketId } = await ingest(aMail({ From: email }, ''));
    expect(await ticket(ticketId)).toMatchObject({
      requesterName: null,
      messages: [{ author: email, body: '(sem texto)', folded: null, notice: null }],
    });
  });

  it('takes a mail once, however often it is ingested', async () => {
    const mail = aMail(from(aPerson()));
    const [first, ...more] = await Promise.all([ingest(mail), ingest(mail), ingest(mail)]);
    const outcomes = [first, ...more].map((ingested) => ingested?.outcome).sort();
    expect(outcomes).toEqual(['duplicate', 'duplicate', 'new-ticket']);
  });

  it('recognises a mail without a Message-ID by its contents', async () => {
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

describe('inbound.status', () => {
  it('is of no mailbox without one, for agents, and lists a hundred mails at most', async () => {
    await agent.inbound.list.query({ limit: 100 });
    await agent.inbound.dismiss.mutate({ ids: Array(100).fill(1) });
    const outcomes = await Promise.allSettled([
      agent.inbound.list.query({ limit: 0 }),
      agent.inbound.list.query({ limit: 101 }),
      agent.inbound.dismiss.mutate({ ids: [] }),
      agent.inbound.dismiss.mutate({ ids: Array(101).fill(1) }),
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
