import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { answering, openQuizRoom } from '../quiz/quiz-fixtures.ts';
import { ageWebhooks } from '../support/age.ts';
import { openReceivers, verify } from './receivers.ts';

const room = await openQuizRoom({ WEBHOOK_ADDRESSES: 'any' });
afterAll(() => room.close());
const { admin, db } = room;

const aTicket = async () =>
  (await admin.tickets.create.mutate({ subject: 'Oi', body: 'Oi', main: 'Entrega' })).id;

const { aReceiver, close, send } = openReceivers(admin);
afterEach(close);

describe('events', () => {
  it('sends events in order, signed, with their documented data', async () => {
    const receiver = await aReceiver();
    const { secret } = await admin.webhooks.create.mutate({
      url: receiver.url,
      events: [
        'quiz.published',
        'quiz.submitted',
        'streak.recovered',
        'ticket.created',
        'ticket.replied',
      ],
    });
    const quiz = await room.aQuiz();
    const { client, email } = await room.aReader();
    await client.submitQuiz({ body: { quizId: quiz.id, answers: answering(quiz, 9) } });
    const ticketId = await aTicket();
    const reply = await admin.tickets.reply.mutate({ id: ticketId, html: '<p>Olá!</p>' });
    await send();
    const about = { quizId: quiz.id, quizDate: quiz.quizDate };
    expect(receiver.received.map(({ message: { type, data } }) => ({ type, data }))).toEqual([
      { type: 'quiz.published', data: { ...about, title: quiz.title } },
      { type: 'quiz.submitted', data: { ...about, correctAnswers: 9, passed: true, email } },
      { type: 'streak.recovered', data: { ...about, email } },
      { type: 'ticket.created', data: { ticketId, main: 'Entrega' } },
      {
        type: 'ticket.replied',
        data: { ticketId, messageId: reply.messageId, origin: 'agent' },
      },
    ]);
    for (const received of receiver.received) {
      verify(secret, received);
      expect(received.id).toMatch(/^evt_[\da-f-]{36}$/);
    }
    expect(new Set(receiver.ids()).size).toBe(5);
  });

  it('sends an event to its subscribers only, under one id', async () => {
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

  it('stores no event of a change that failed', async () => {
    const receiver = await aReceiver();
    await admin.webhooks.create.mutate({ url: receiver.url, events: ['ticket.replied'] });
    await expect(
      admin.tickets.addMessage.mutate({ id: 999_999, author: 'A', origin: 'agent', body: 'Oi' }),
    ).rejects.toThrow();
    await send();
    expect(receiver.received).toEqual([]);
  });
});

describe('webhooks.rotate', () => {
  it('signs with both secrets during the overlap', async () => {
    const receiver = await aReceiver();
    const { id, secret } = await admin.webhooks.create.mutate({
      url: receiver.url,
      events: ['ticket.created'],
    });
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    const next = await admin.webhooks.rotate.mutate({ id });
    const last = async () => {
      await aTicket();
      await send();
      const received = receiver.received.at(-1);
      if (!received) throw new Error('nothing received');
      return received;
    };
    await ageWebhooks(db, 23);
    const during = await last();
    verify(secret, during);
    verify(next.secret, during);
    await ageWebhooks(db, 2);
    const after = await last();
    verify(next.secret, after);
    expect(() => verify(secret, after)).toThrow('No matching signature');
    const alone = await admin.webhooks.rotate.mutate({ id, overlapHours: 0 });
    const only = await last();
    verify(alone.secret, only);
    expect(() => verify(next.secret, only)).toThrow('No matching signature');
  });
});

describe('webhooks.create', () => {
  it('subscribes to each event once, and shows the secret only now', async () => {
    const url = 'https://exemplo.com.br/eventos';
    const events = ['ticket.created', 'ticket.replied', 'ticket.created'] as const;
    const { id } = await admin.webhooks.create.mutate({ url, events: [...events] });
    expect((await admin.webhooks.list.query()).items).toEqual([
      {
        id,
        url,
        events: ['ticket.created', 'ticket.replied'],
        ordered: true,
        createdAt: room.clock.now.toISOString(),
        failures: 0,
        failingSince: null,
        disabledAt: null,
        pending: 0,
        status: 'active',
      },
    ]);
    const { items } = await admin.audit.list.query({ target: `webhook:${id}` });
    expect(items).toMatchObject([
      {
        action: 'webhooks.create',
        changes: [
          { field: 'url', after: new URL(url).origin },
          { field: 'events', after: events },
          { field: 'ordered', after: true },
        ],
      },
    ]);
  });

  it('refuses more than twenty, also at the same time', async () => {
    const input = { url: 'https://exemplo.com.br/', events: ['ticket.created' as const] };
    for (let count = 0; count < 19; count += 1) await admin.webhooks.create.mutate(input);
    const create = () => admin.webhooks.create.mutate(input).then(() => 'created', String);
    const outcomes = await Promise.all(Array.from({ length: 4 }, create));
    expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome.includes('too-many-webhooks'))).toHaveLength(3);
  });
});
