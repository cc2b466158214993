import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { answering, openQuizRoom } from '../quiz/quiz-fixtures.ts';
import { ageWebhooks, openReceivers, verify } from './receivers.ts';

const room = await openQuizRoom({ WEBHOOK_ADDRESSES: 'any' });
afterAll(() => room.close());
const { admin, db } = room;

const send = () => admin.jobs.run.mutate({ name: 'send-webhooks' });
const aTicket = async () =>
  (await admin.tickets.create.mutate({ subject: 'Oi', body: 'Oi', main: 'Entrega' })).id;

const { aReceiver, close } = openReceivers(admin);
afterEach(close);

describe('events', () => {
  it('arrive in their order, signed, with what the documents say', async () => {
    const receiver = await aReceiver();
    const { secret } = await admin.webhooks.create.mutate({
      url: receiver.url,
      events: [
        'quiz.published',
        'quiz.submitted',
        'streak.recovered',
        'ticket.created',
        'ticket.replied',
        'reply.drafted',
      ],
    });
    const quiz = await room.aQuiz();
    const { client, email } = await room.aReader();
    await client.submitQuiz({ body: { quizId: quiz.id, answers: answering(quiz, 9) } });
    const failing = await room.aReader();
    await failing.client.submitQuiz({ body: { quizId: quiz.id, answers: answering(quiz, 1) } });
    const ticketId = await aTicket();
    const reply = await admin.tickets.reply.mutate({ id: ticketId, html: '<p>Olá!</p>' });
    const drafted = await aTicket();
    const { outcomes } = await admin.replies.drafts.create.mutate({ ticketIds: [drafted] });
    await send();
    const about = { quizId: quiz.id, quizDate: quiz.quizDate };
    expect(receiver.received.map(({ message: { type, data } }) => ({ type, data }))).toEqual([
      { type: 'quiz.published', data: { ...about, title: quiz.title } },
      { type: 'quiz.submitted', data: { ...about, correctAnswers: 9, passed: true, email } },
      { type: 'streak.recovered', data: { ...about, email } },
      {
        type: 'quiz.submitted',
        data: { ...about, correctAnswers: 1, passed: false, email: failing.email },
      },
      { type: 'ticket.created', data: { ticketId, main: 'Entrega' } },
      {
        type: 'ticket.replied',
        data: { ticketId, messageId: reply.messageId, origin: 'agent' },
      },
      { type: 'ticket.created', data: { ticketId: drafted, main: 'Entrega' } },
      {
        type: 'reply.drafted',
        data: {
          ticketId: drafted,
          draftId: expect.any(Number),
          confidence: outcomes[0]?.ok ? outcomes[0].confidence : 'a draft',
        },
      },
    ]);
    for (const received of receiver.received) {
      verify(secret, received);
      expect(received.id).toMatch(/^evt_[\da-f-]{36}$/);
    }
    expect(new Set(receiver.ids()).size).toBe(8);
  });

  it('go to those who subscribed to them alone, under one id', async () => {
    const [one, two, other] = [await aReceiver(), await aReceiver(), await aReceiver()];
    await admin.webhooks.create.mutate({ url: one.url, events: ['ticket.created'] });
    await admin.webhooks.create.mutate({ url: two.url, events: ['ticket.created'] });
    await admin.webhooks.create.mutate({ url: other.url, events: ['quiz.published'] });
    await aTicket();
    await send();
    expect(one.received).toHaveLength(1);
    expect(one.ids()).toEqual(two.ids());
    expect(other.received).toEqual([]);
  });

  it('are stored with their change or not at all', async () => {
    const receiver = await aReceiver();
    await admin.webhooks.create.mutate({ url: receiver.url, events: ['ticket.replied'] });
    await expect(
      admin.tickets.addMessage.mutate({ id: 999_999, author: 'A', origin: 'agent', body: 'Oi' }),
    ).rejects.toThrow();
    await send();
    expect(receiver.received).toEqual([]);
  });

  it('of a person are exported and erased with them, sent or not', async () => {
    const receiver = await aReceiver();
    await admin.webhooks.create.mutate({ url: receiver.url, events: ['quiz.submitted'] });
    const quiz = await room.aQuiz();
    const { client, email } = await room.aReader();
    await client.submitQuiz({ body: { quizId: quiz.id, answers: answering(quiz, 9) } });
    const { records } = await admin.people.export.mutate({ email });
    expect(records['webhook-deliveries']).toMatchObject([{ type: 'quiz.submitted' }]);
    const { total } = await admin.people.erase.mutate({ email });
    await admin.people.erase.mutate({ email, dryRun: false, expected: total });
    await send();
    expect(receiver.received).toEqual([]);
  });

  it('go after the days of the retention', async () => {
    const receiver = await aReceiver();
    const { id } = await admin.webhooks.create.mutate({
      url: receiver.url,
      events: ['ticket.created'],
    });
    await aTicket();
    await db
      .updateTable('webhook_deliveries')
      .set({ occurred_at: new Date(room.clock.now.getTime() - 31 * 86_400_000) })
      .execute();
    await admin.jobs.run.mutate({ name: 'retention' });
    expect((await admin.webhooks.deliveries.query({ id })).items).toEqual([]);
  });
});

describe('a failure', () => {
  it('is retried under the same id after a pause, and holds the next event back', async () => {
    const receiver = await aReceiver((res) => res.writeHead(500).end());
    const { id } = await admin.webhooks.create.mutate({
      url: receiver.url,
      events: ['ticket.created'],
    });
    await aTicket();
    await aTicket();
    await send();
    await send();
    expect(receiver.received).toHaveLength(1);
    expect((await admin.webhooks.list.query()).items).toMatchObject([
      { id, status: 'failing', failures: 1, pending: 2 },
    ]);
    receiver.behave((res) => res.writeHead(200).end('ok'));
    await ageWebhooks(db, 1);
    await send();
    const [first, again, second] = receiver.ids();
    expect(receiver.received).toHaveLength(3);
    expect(again).toBe(first);
    expect(second).not.toBe(first);
    const log = await admin.webhooks.deliveries.query({ id });
    expect(log.items).toMatchObject([
      { eventId: second, status: 'delivered', attempts: 1, responseStatus: 200 },
      { eventId: first, status: 'delivered', attempts: 2, error: null },
    ]);
    expect((await admin.webhooks.list.query()).items).toMatchObject([
      { status: 'active', failures: 0, failingSince: null, pending: 0 },
    ]);
  });

  it('of one event alone is given up after three days, for the next one to be sent', async () => {
    const receiver = await aReceiver();
    receiver.behave((res, { id }) => res.writeHead(id === receiver.ids()[0] ? 422 : 200).end());
    const { id } = await admin.webhooks.create.mutate({
      url: receiver.url,
      events: ['ticket.created'],
    });
    await aTicket();
    await aTicket();
    await send();
    await ageWebhooks(db, 73);
    await send();
    await ageWebhooks(db, 1);
    await send();
    const { items } = await admin.webhooks.deliveries.query({ id });
    expect(items.map(({ status }) => status)).toEqual(['delivered', 'failed']);
    expect(items[1]).toMatchObject({ attempts: 2, responseStatus: 422, error: 'HTTP 422' });
    const failed = await admin.webhooks.deliveries.query({ id, status: 'failed' });
    expect(failed.items).toEqual([items[1]]);
  });

  it('for five days disables the webhook, with a notice; enabling it sends what waited', async () => {
    const receiver = await aReceiver((res) => res.writeHead(503).end());
    const { id } = await admin.webhooks.create.mutate({
      url: receiver.url,
      events: ['ticket.created'],
    });
    await aTicket();
    await send();
    await ageWebhooks(db, 121);
    await send();
    expect((await admin.webhooks.list.query()).items).toMatchObject([{ status: 'disabled' }]);
    expect(room.logs).toContainEqual(
      expect.objectContaining({ level: 50, webhook: id, msg: expect.stringContaining('disabled') }),
    );
    expect((await admin.audit.list.query({ target: `webhook:${id}` })).items[0]).toMatchObject({
      action: 'webhooks.disable',
      actor: 'job:send-webhooks',
      actorEmail: null,
      role: 'service',
      channel: 'job',
    });
    expect(await (await fetch(`${room.internalUrl}/metrics`)).text()).toMatch(
      /^webhooks_disabled(\{[^}]*\})? 1$/m,
    );
    await aTicket();
    await ageWebhooks(db, 1);
    await send();
    expect(receiver.received).toHaveLength(2);
    receiver.behave((res) => res.writeHead(200).end());
    await admin.webhooks.enable.mutate({ id });
    await send();
    expect(new Set(receiver.ids()).size).toBe(2);
    expect(receiver.received).toHaveLength(4);
  });
});

describe('webhooks.rotate', () => {
  it('signs with both secrets until the overlap is over', async () => {
    const receiver = await aReceiver();
    const { id, secret } = await admin.webhooks.create.mutate({
      url: receiver.url,
      events: ['ticket.created'],
    });
    const rotated = await admin.webhooks.rotate.mutate({ id, overlapHours: 2 });
    await aTicket();
    await send();
    await ageWebhooks(db, 3);
    await aTicket();
    await send();
    const [during, after] = receiver.received;
    if (!during || !after) throw new Error('nothing received');
    verify(secret, during);
    verify(rotated.secret, during);
    verify(rotated.secret, after);
    expect(() => verify(secret, after)).toThrow('No matching signature');
  });
});

describe('webhooks.create', () => {
  it('refuses more than twenty', async () => {
    const input = { url: 'https://exemplo.com.br/', events: ['ticket.created' as const] };
    for (let count = 0; count < 20; count += 1) await admin.webhooks.create.mutate(input);
    await expect(admin.webhooks.create.mutate(input)).rejects.toThrow('too-many-webhooks');
  });

  it('and everything else is for administrators, and of webhooks that exist', async () => {
    const agent = await room.agent();
    await expect(
      agent.webhooks.create.mutate({ url: 'https://a.example/', events: ['ticket.created'] }),
    ).rejects.toMatchObject({ data: { errorCode: 'forbidden' } });
    await expect(agent.webhooks.list.query()).rejects.toThrow('forbidden');
    await expect(agent.webhooks.deliveries.query({ id: 1 })).rejects.toThrow('forbidden');
    const unknown = { id: 999_999 };
    for (const verb of ['delete', 'enable', 'rotate'] as const) {
      await expect(agent.webhooks[verb].mutate(unknown)).rejects.toThrow('forbidden');
      await expect(admin.webhooks[verb].mutate(unknown)).rejects.toThrow('webhook-not-found');
    }
    const replay = { ...unknown, deliveryId: '1' };
    await expect(agent.webhooks.replay.mutate(replay)).rejects.toThrow('forbidden');
    await expect(admin.webhooks.replay.mutate(replay)).rejects.toThrow('webhook-not-found');
    await expect(admin.webhooks.deliveries.query(unknown)).rejects.toThrow('webhook-not-found');
  });
});
