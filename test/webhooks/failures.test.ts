import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { ageWebhooks } from '../support/age.ts';
import { openReceivers } from './receivers.ts';

const app = await startApp({ WEBHOOK_ADDRESSES: 'any' });
afterAll(() => app.close());
const admin = await app.trpc();
const { db } = app.service.contextFor('test');

const { aReceiver, aTicket, aWebhook, close, send } = openReceivers(admin);
afterEach(close);

describe('a failure', () => {
  it('retries an event under its id after a pause, before the next one', async () => {
    const receiver = await aReceiver((res) => res.writeHead(500).end());
    const id = await aWebhook(receiver.url);
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

  it('disables a webhook after five days, and resumes when it is enabled', async () => {
    const receiver = await aReceiver((res) => res.writeHead(503).end());
    const id = await aWebhook(receiver.url);
    await aTicket();
    await send();
    await ageWebhooks(db, 121);
    await send();
    expect((await admin.webhooks.list.query()).items).toMatchObject([{ status: 'disabled' }]);
    expect((await admin.audit.list.query({ target: `webhook:${id}` })).items[0]).toMatchObject({
      action: 'webhooks.disable',
      actor: 'job:send-webhooks',
    });
    await aTicket();
    await ageWebhooks(db, 1);
    await send();
    expect(receiver.received).toHaveLength(2);
    const list = async () => (await admin.webhooks.list.query()).items;
    await admin.webhooks.enable.mutate({ id });
    expect(await list()).toMatchObject([
      { status: 'active', failures: 0, failingSince: null, disabledAt: null, pending: 2 },
    ]);
    await send();
    expect(receiver.received).toHaveLength(3);
    expect(await list()).toMatchObject([{ status: 'failing', failures: 1 }]);
    receiver.behave((res) => res.writeHead(200).end());
    // Ends the pause after a failure, too.
    await admin.webhooks.enable.mutate({ id });
    await send();
    expect(new Set(receiver.ids()).size).toBe(2);
    expect(receiver.received).toHaveLength(5);
  });

  it('pauses an endpoint for longer after each failure, up to an hour', async () => {
    const receiver = await aReceiver((res) => res.writeHead(500).end());
    const other = await aReceiver();
    const id = await aWebhook(receiver.url);
    await aWebhook(other.url);
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      await aTicket();
      await send();
      const { rows } = await sql<{ pause: number }>`
        select floor(extract(epoch from due_at - last_attempt_at) / 10)::integer * 10 as pause
        from webhooks join webhook_deliveries on webhook_id = webhooks.id where webhooks.id = ${id} and attempts > 0
      `.execute(db);
      pauses.push(rows[0]?.pause ?? 0);
      await ageWebhooks(db, 1);
    }
    expect(pauses).toEqual([10, 60, 300, 900, 3_600, 3_600]);
    expect(other.received).toHaveLength(6);
    expect((await admin.webhooks.list.query()).items).toMatchObject([
      { id, failures: 6, pending: 6 },
      { failures: 0, failingSince: null, pending: 0 },
    ]);
  });

  it('gives a refused event up after 72 hours, and disables its endpoint after 120', async () => {
    const statuses = [400, 422, 499, 302, 408, 425, 429, 500];
    const ids = new Map<number, number>();
    for (const status of statuses) {
      const receiver = await aReceiver((res) => res.writeHead(status).end());
      ids.set(status, await aWebhook(receiver.url));
    }
    await aTicket();
    const deliveries = async () => {
      const found = [];
      for (const [status, id] of ids) {
        const [last] = (await admin.webhooks.deliveries.query({ id })).items;
        found.push([status, last?.status, last?.attempts, last?.responseStatus, last?.error]);
      }
      return found;
    };
    const expected = (attempts: number, givenUp: readonly number[]) =>
      statuses.map((status) => [
        status,
        givenUp.includes(status) ? 'failed' : 'pending',
        attempts,
        status,
        status === 302 ? 'redirect' : `HTTP ${status}`,
      ]);
    await send();
    await ageWebhooks(db, 71);
    await send();
    expect(await deliveries()).toEqual(expected(2, []));
    await ageWebhooks(db, 2);
    await send();
    expect(await deliveries()).toEqual(expected(3, [400, 422, 499]));
    await ageWebhooks(db, 46);
    await aTicket();
    await send();
    const states = async () =>
      (await admin.webhooks.list.query()).items.map(({ status }) => status);
    expect(await states()).toEqual(statuses.map(() => 'failing'));
    await ageWebhooks(db, 2);
    await send();
    expect(await states()).toEqual(statuses.map(() => 'disabled'));
  });
});
