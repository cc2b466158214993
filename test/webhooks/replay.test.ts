import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { ageWebhooks, openReceivers } from './receivers.ts';

const app = await startApp({ WEBHOOK_ADDRESSES: 'any' });
afterAll(() => app.close());
const admin = await app.trpc();
const { db } = app.service.contextFor('test');

const send = () => admin.jobs.run.mutate({ name: 'send-webhooks' });
const aWebhook = (url: string) => admin.webhooks.create.mutate({ url, events: ['ticket.created'] });
const aTicket = () => admin.tickets.create.mutate({ subject: 'Oi', body: 'Oi', main: 'Entrega' });

const { aReceiver, close } = openReceivers(admin);
afterEach(close);

describe('webhooks.replay', () => {
  it('sends a delivery again under its id', async () => {
    const receiver = await aReceiver();
    const { id } = await aWebhook(receiver.url);
    await aTicket();
    await send();
    const [delivery] = (await admin.webhooks.deliveries.query({ id })).items;
    expect(await admin.webhooks.replay.mutate({ id, deliveryId: String(delivery?.id) })).toEqual({
      replayed: 1,
    });
    await send();
    expect(receiver.ids()).toEqual([delivery?.eventId, delivery?.eventId]);
    await expect(admin.webhooks.replay.mutate({ id, deliveryId: '999999' })).rejects.toThrow(
      'webhook-delivery-not-found',
    );
    await expect(admin.webhooks.replay.mutate({ id })).rejects.toThrow('deliveryId');
  });

  it('gives a delivery that was given up another three days', async () => {
    const receiver = await aReceiver((res) => res.writeHead(422).end());
    const { id } = await aWebhook(receiver.url);
    await aTicket();
    await send();
    await ageWebhooks(db, 73);
    await send();
    const last = async () => (await admin.webhooks.deliveries.query({ id })).items[0];
    const deliveryId = String((await last())?.id);
    expect(await last()).toMatchObject({ status: 'failed', attempts: 2 });
    await admin.webhooks.replay.mutate({ id, deliveryId });
    await send();
    expect(await last()).toMatchObject({ status: 'pending', attempts: 3 });
    receiver.behave((res) => res.writeHead(200).end());
    await ageWebhooks(db, 1);
    await send();
    expect(await last()).toMatchObject({ status: 'delivered', attempts: 4 });
  });

  it('does not enable a disabled webhook', async () => {
    const receiver = await aReceiver();
    const { id } = await aWebhook(receiver.url);
    await aTicket();
    await send();
    const [delivered] = (await admin.webhooks.deliveries.query({ id })).items;
    receiver.behave((res) => res.writeHead(503).end());
    await aTicket();
    await send();
    await ageWebhooks(db, 121);
    await send();
    const status = async () =>
      (await admin.webhooks.list.query()).items.find((webhook) => webhook.id === id)?.status;
    expect(await status()).toBe('disabled');
    const attempts = receiver.received.length;
    await admin.webhooks.replay.mutate({ id, deliveryId: String(delivered?.id) });
    await send();
    expect(await status()).toBe('disabled');
    expect(receiver.received).toHaveLength(attempts);
  });
});
