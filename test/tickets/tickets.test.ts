import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';

const now = new Date('2026-03-11T12:00:00.000Z');
const app = await startApp({}, { now: () => now });
afterAll(() => app.close());
const internal = await app.trpc({ role: 'agent' });

const aTicket = (fields: { requesterEmail?: string; requesterName?: string } = {}) =>
  internal.tickets.create.mutate({
    subject: 'Cobrança duplicada',
    body: 'Fui cobrado duas vezes.',
    main: 'Financeiro',
    ...fields,
  });

describe('tickets.create and get', () => {
  /** What a new ticket has not. */
  const unused = {
    status: 'open',
    followsId: null,
    assigneeEmail: null,
    mergedInto: null,
    tags: [],
    notes: [],
    later: [],
    replyAll: [],
    snoozedUntil: null,
    messagesCursor: null,
  };

  it('opens a ticket whose body is its first message', async () => {
    const { id, messageId } = await internal.tickets.create.mutate({
      requesterEmail: 'Maria@Exemplo.com.br',
      requesterName: 'Maria Souza',
      subject: 'Edição não chegou',
      body: 'Onde está?',
      main: 'Entrega',
      issue: 'Não recebida',
      newsletter: 'Bom Dia',
      createdAt: '2026-03-10T11:30:00-03:00',
    });
    expect(await internal.tickets.get.query({ id })).toEqual({
      id,
      subject: 'Edição não chegou',
      main: 'Entrega',
      issue: 'Não recebida',
      newsletter: 'Bom Dia',
      requesterEmail: 'maria@exemplo.com.br',
      requesterName: 'Maria Souza',
      createdAt: '2026-03-10T14:30:00.000Z',
      updatedAt: '2026-03-10T14:30:00.000Z',
      messages: [
        {
          id: messageId,
          author: 'Maria Souza',
          origin: 'requester',
          body: 'Onde está?',
          folded: null,
          notice: null,
          cc: [],
          attachments: [],
          hasOriginal: false,
          mail: null,
          createdAt: '2026-03-10T14:30:00.000Z',
        },
      ],
      ...unused,
    });
  });

  it.each([
    ['the name', { requesterName: 'Maria', requesterEmail: 'maria@exemplo.com.br' }, 'Maria'],
    ['else the e-mail', { requesterEmail: 'maria@exemplo.com.br' }, 'maria@exemplo.com.br'],
  ])('names the author of the first message by %s of its requester', async (_, fields, author) => {
    const { id } = await aTicket(fields);
    expect((await internal.tickets.get.query({ id })).messages).toMatchObject([{ author }]);
  });

  it('refuses a moment in the future, and a blank body', async () => {
    const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString();
    const open = (fields: { createdAt?: string; body?: string }) =>
      internal.tickets.create.mutate({ subject: 'a', body: 'x', main: 'x', ...fields });
    await expect(open({ createdAt: inMinutes(5.1) })).rejects.toMatchObject({
      data: { errorCode: 'invalid-request' },
    });
    expect(await open({ createdAt: inMinutes(5) })).toMatchObject({ id: expect.any(Number) });
    for (const body of ['', ' \n\t']) {
      await expect(open({ body })).rejects.toThrow('body: must not be blank');
    }
  });
});

describe('the events of a ticket', () => {
  it('are published when it is opened and for every later message, of any author', async () => {
    const admin = await app.trpc();
    const webhook = await admin.webhooks.create.mutate({
      url: 'https://93.184.216.34/',
      events: ['ticket.created', 'ticket.replied'],
    });
    const { id: ticketId } = await aTicket();
    const events: object[] = [{ type: 'ticket.created', data: { ticketId, main: 'Financeiro' } }];
    for (const origin of ['requester', 'agent', 'ai'] as const) {
      const message = { id: ticketId, author: 'Alguém', origin, body: 'Oi' };
      const { id: messageId } = await internal.tickets.addMessage.mutate(message);
      events.push({ type: 'ticket.replied', data: { ticketId, messageId, origin } });
    }
    const reply = await internal.tickets.reply.mutate({ id: ticketId, html: 'Oi' });
    events.push({
      type: 'ticket.replied',
      data: { ticketId, messageId: reply.messageId, origin: 'agent' },
    });
    await internal.tickets.setStatus.mutate({ id: ticketId, status: 'closed' });
    const stored = app.service
      .contextFor('test')
      .db.selectFrom('webhook_deliveries')
      .select(['type', 'data'])
      .where('webhook_id', '=', webhook.id)
      .orderBy('id');
    expect(await stored.execute()).toEqual(events);
  });
});
