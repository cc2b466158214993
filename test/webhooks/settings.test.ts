import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { ageWebhooks } from '../support/age.ts';
import { openReceivers, verify } from './receivers.ts';

const app = await startApp({ WEBHOOK_ADDRESSES: 'any' });
afterAll(() => app.close());
const admin = await app.trpc();
const { db } = app.service.contextFor('test');

const { aReceiver, aTicket, aWebhook, close, send } = openReceivers(admin);
afterEach(close);

const theWebhook = async () => (await admin.webhooks.list.query()).items[0];
const actsOn = async (id: number) =>
  (await admin.audit.list.query({ target: `webhook:${id}` })).items;

describe('webhooks.update', () => {
  it('sends what waits to the new address, and events of the new list alone', async () => {
    const [former, next] = [await aReceiver((res) => res.writeHead(500).end()), await aReceiver()];
    const id = await aWebhook(former.url);
    await aTicket();
    await send();
    await admin.webhooks.update.mutate({ id, url: next.url, events: ['ticket.merged'] });
    expect(await theWebhook()).toMatchObject({ status: 'active', events: ['ticket.merged'] });
    await aTicket();
    await send();
    expect(next.ids()).toEqual(former.ids());
    expect((await actsOn(id))[0]).toMatchObject({
      action: 'webhooks.update',
      changes: [
        { field: 'url', before: new URL(former.url).origin, after: new URL(next.url).origin },
        { field: 'events', before: ['ticket.created'], after: ['ticket.merged'] },
      ],
    });
  });

  it('changes the order alone', async () => {
    const { url } = await aReceiver();
    const id = await aWebhook(url);
    await admin.webhooks.update.mutate({ id, ordered: false });
    expect(await theWebhook()).toMatchObject({ url, ordered: false, events: ['ticket.created'] });
  });

  it.each([
    [{ id: 999_999, ordered: true }, 'webhook-not-found'],
    [{ id: 999_999, url: 'ftp://exemplo.com.br/' }, 'webhook-url-refused'],
  ])('refuses %j', async (input, errorCode) => {
    const refused = admin.webhooks.update.mutate(input);
    await expect(refused).rejects.toMatchObject({ data: { errorCode } });
  });
});

describe('webhooks.test', () => {
  it('sends a signed event past a failing one, and returns the response', async () => {
    const receiver = await aReceiver((res) => res.writeHead(500).end());
    const { id, secret } = await admin.webhooks.create.mutate({
      url: receiver.url,
      events: ['ticket.created'],
    });
    await aTicket();
    await send();
    receiver.behave((res) => res.writeHead(202).end());
    const result = await admin.webhooks.test.mutate({ id });
    expect(result).toMatchObject({ outcome: 'delivered', responseStatus: 202, error: null });
    const received = receiver.received.at(-1);
    if (!received) throw new Error('nothing received');
    verify(secret, received);
    expect(received.message).toMatchObject({ type: 'webhook.test', data: { webhookId: id } });
    expect(await theWebhook()).toMatchObject({ status: 'failing', failures: 1, pending: 1 });
    expect((await actsOn(id))[0]).toMatchObject({ action: 'webhooks.test' });
  });

  it('is not sent again if the endpoint does not accept it', async () => {
    const receiver = await aReceiver((res) => res.writeHead(503).end());
    const id = await aWebhook(receiver.url);
    const failed = { responseStatus: 503, error: 'HTTP 503' };
    expect(await admin.webhooks.test.mutate({ id })).toMatchObject({
      outcome: 'failed',
      ...failed,
    });
    await send();
    expect(receiver.received).toHaveLength(1);
    expect((await admin.webhooks.deliveries.query({ id })).items).toMatchObject([
      { type: 'webhook.test', status: 'failed', attempts: 1, ...failed },
    ]);
    expect(await theWebhook()).toMatchObject({ status: 'active', failures: 0 });
  });
});

describe('webhooks.skip', () => {
  it('gives the failing event up, and the next one follows at once', async () => {
    const receiver = await aReceiver((res) => res.writeHead(500).end());
    const id = await aWebhook(receiver.url);
    await aTicket();
    await aTicket();
    await send();
    const [second, first] = (await admin.webhooks.deliveries.query({ id })).items;
    const skip = { id, deliveryId: String(first?.id) };
    await admin.webhooks.skip.mutate(skip);
    receiver.behave((res) => res.writeHead(204).end());
    await send();
    expect(receiver.ids()).toEqual([first?.eventId, second?.eventId]);
    expect((await admin.webhooks.deliveries.query({ id })).items).toMatchObject([
      { status: 'delivered' },
      { status: 'failed', error: 'skipped' },
    ]);
    await expect(admin.webhooks.skip.mutate(skip)).rejects.toThrow('webhook-delivery-not-found');
    await admin.webhooks.replay.mutate(skip);
    await send();
    expect(receiver.ids().at(-1)).toBe(first?.eventId);
  });
});

describe('webhooks.rotate', () => {
  it('keeps each secret for its own overlap, however many follow', async () => {
    const receiver = await aReceiver();
    const { id, secret: first } = await admin.webhooks.create.mutate({
      url: receiver.url,
      events: ['ticket.created'],
    });
    const { secret: second } = await admin.webhooks.rotate.mutate({ id, overlapHours: 48 });
    const { secret: third } = await admin.webhooks.rotate.mutate({ id, overlapHours: 1 });
    const { secret: last } = await admin.webhooks.rotate.mutate({ id, overlapHours: 0 });
    const signing = async () => {
      await aTicket();
      await send();
      const received = receiver.received.at(-1);
      if (!received) throw new Error('nothing received');
      const names = { first, second, third, last };
      return Object.entries(names).flatMap(([name, secret]) => {
        try {
          verify(secret, received);
          return [name];
        } catch {
          return [];
        }
      });
    };
    expect(await signing()).toEqual(['first', 'second', 'last']);
    await ageWebhooks(db, 2);
    expect(await signing()).toEqual(['first', 'last']);
    await ageWebhooks(db, 47);
    expect(await signing()).toEqual(['last']);
  });

  it('refuses an eleventh secret, except at once', async () => {
    const id = await aWebhook((await aReceiver()).url);
    for (let count = 0; count < 9; count += 1) await admin.webhooks.rotate.mutate({ id });
    await expect(admin.webhooks.rotate.mutate({ id })).rejects.toMatchObject({
      data: { errorCode: 'invalid-request' },
    });
    await admin.webhooks.rotate.mutate({ id, overlapHours: 0 });
  });
});

describe('webhooks.deliveries', () => {
  it('shows each message as it is sent', async () => {
    const receiver = await aReceiver();
    const id = await aWebhook(receiver.url);
    await aTicket();
    await send();
    const [delivery] = (await admin.webhooks.deliveries.query({ id })).items;
    expect(delivery?.payload).toEqual(JSON.parse(receiver.received[0]?.body ?? ''));
  });
});
