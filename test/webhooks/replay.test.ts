import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { ageWebhooks } from '../support/age.ts';
import { openReceivers } from './receivers.ts';

const app = await startApp({ WEBHOOK_ADDRESSES: 'any' });
afterAll(() => app.close());
const admin = await app.trpc();
const { db } = app.service.contextFor('test');

const aWebhook = (url: string) => admin.webhooks.create.mutate({ url, events: ['ticket.created'] });
const aTicket = () => admin.tickets.create.mutate({ subject: 'Oi', body: 'Oi', main: 'Entrega' });

const { aReceiver, close, send } = openReceivers(admin);
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
    const { id: other } = await aWebhook(receiver.url);
    const foreign = admin.webhooks.replay.mutate({ id: other, deliveryId: String(delivery?.id) });
    await expect(foreign).rejects.toThrow('webhook-delivery-not-found');
  });

  it('replays events since a moment in order, except pending ones', async () => {
    const receiver = await aReceiver();
    const { id } = await aWebhook(receiver.url);
    for (let event = 0; event < 3; event += 1) await aTicket();
    const epoch = new Date('2026-03-10T12:00:00Z');
    await sql`update webhook_deliveries set occurred_at = ${epoch}::timestamptz + id * interval '1 second'`.execute(
      db,
    );
    await send();
    const sent = (await admin.webhooks.deliveries.query({ id })).items;
    expect(sent.map(({ deliveredAt }) => deliveredAt)).not.toContain(null);
    await expect(
      admin.webhooks.replay.mutate({ id, from: '2039-01-01T00:00:00-03:00' }),
    ).rejects.toMatchObject({ data: { errorCode: 'webhook-delivery-not-found' } });
    await aTicket();
    const from = String(sent[1]?.occurredAt);
    expect(await admin.webhooks.replay.mutate({ id, from })).toEqual({ replayed: 2 });
    expect((await admin.webhooks.deliveries.query({ id })).items).toMatchObject([
      { status: 'pending', attempts: 0 },
      { status: 'pending', attempts: 1, deliveredAt: null },
      { status: 'pending', attempts: 1, deliveredAt: null },
      { status: 'delivered', deliveredAt: sent[2]?.deliveredAt },
    ]);
    await send();
    const ids = receiver.ids();
    expect(ids.slice(3, 5)).toEqual(ids.slice(1, 3));
    expect(ids).toHaveLength(6);
  });

  it('counts in a dry run and sends nothing', async () => {
    const receiver = await aReceiver();
    const { id } = await aWebhook(receiver.url);
    for (let event = 0; event < 2; event += 1) await aTicket();
    await send();
    const since = { id, from: '2026-01-01T00:00:00Z', dryRun: true };
    const before = await admin.webhooks.deliveries.query({ id });
    expect(await admin.webhooks.replay.mutate(since)).toEqual({ dryRun: true, replayed: 2 });
    expect(await admin.webhooks.deliveries.query({ id })).toEqual(before);
    await expect(
      admin.webhooks.replay.mutate({ ...since, from: '2039-01-01T00:00:00Z' }),
    ).rejects.toThrow('webhook-delivery-not-found');
    await send();
    expect(receiver.received).toHaveLength(2);
    const { items } = await admin.audit.list.query({ target: `webhook:${id}` });
    expect(items.map(({ action }) => action)).toEqual(['webhooks.create']);
  });

  it('keeps a disabled webhook disabled during a replay', async () => {
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

describe('webhooks.deliveries', () => {
  it('lists deliveries of one webhook by status, newest first, in pages', async () => {
    const accepting = await aReceiver();
    const receiver = await aReceiver();
    await aWebhook(accepting.url);
    const { id } = await aWebhook(receiver.url);
    for (let event = 0; event < 3; event += 1) await aTicket();
    await send();
    receiver.behave((res) => res.writeHead(500).end());
    for (let event = 0; event < 2; event += 1) await aTicket();
    await send();
    const { items, nextCursor } = await admin.webhooks.deliveries.query({ id });
    expect(nextCursor).toBeNull();
    expect(items.map(({ eventId }) => eventId)).toEqual(accepting.ids().toReversed());
    expect(items.slice(0, 3)).toMatchObject([
      { status: 'pending', attempts: 0, lastAttemptAt: null, responseStatus: null },
      { status: 'pending', attempts: 1, responseStatus: 500, error: 'HTTP 500' },
      { status: 'delivered', attempts: 1, responseStatus: 204, error: null },
    ]);
    const page = { id, status: 'delivered', limit: 2 } as const;
    const first = await admin.webhooks.deliveries.query(page);
    expect(first).toEqual({ items: items.slice(2, 4), nextCursor: items[3]?.id });
    const rest = await admin.webhooks.deliveries.query({ ...page, cursor: first.nextCursor ?? '' });
    expect(rest).toEqual({ items: items.slice(4), nextCursor: null });
  });
});
