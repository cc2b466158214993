import { afterAll, afterEach, expect, it } from 'vitest';
import { sendDueWebhooks } from '../../server/webhooks/send.ts';
import { startApp } from '../harness.ts';
import { ageWebhooks } from '../support/age.ts';
import { openReceivers } from './receivers.ts';

const app = await startApp({ WEBHOOK_ADDRESSES: 'any' });
afterAll(() => app.close());
const admin = await app.trpc();
const ctx = app.service.contextFor('test');

const { aReceiver, aTicket, close } = openReceivers(admin);
afterEach(close);

const send = () => sendDueWebhooks(ctx, new AbortController().signal);
const events = ['ticket.created' as const];
const minute = 1 / 60;
const minutesOfAnHour = Array.from({ length: 60 }, (_, at) => at);

/** A receiver that never accepts the first event, as one with a fault for its data does. */
const aReceiverWithFault = () => {
  const times = new Map<string, number[]>();
  let now = 0;
  return aReceiver((res, { id }) => {
    times.set(id, [...(times.get(id) ?? []), now]);
    res.writeHead([...times.keys()][0] === id ? 500 : 204).end();
  }).then((receiver) => ({
    ...receiver,
    times,
    at: (minutes: number) => {
      now = minutes;
    },
  }));
};

const anHourWith = async (ordered: boolean) => {
  const receiver = await aReceiverWithFault();
  const { id } = await admin.webhooks.create.mutate({ url: receiver.url, events, ordered });
  const created = new Map<string, number>();
  for (const now of minutesOfAnHour) {
    receiver.at(now);
    await aTicket();
    const [newest] = (await admin.webhooks.deliveries.query({ id, limit: 1 })).items;
    created.set(String(newest?.eventId), now);
    await send();
    await ageWebhooks(ctx.db, minute);
  }
  const [failing, ...others] = created.keys();
  const waited = others.map((event) => {
    const arrived = receiver.times.get(event)?.[0];
    return arrived === undefined ? undefined : arrived - Number(created.get(event));
  });
  return { failing: receiver.times.get(String(failing)), waited };
};

it('an event that fails for an hour holds up no other if the webhook is unordered', async () => {
  const { failing, waited } = await anHourWith(false);
  expect(new Set(waited)).toEqual(new Set([0]));
  expect(failing).toEqual([0, 1, 2, 7, 22]);
});

it('an event that fails for an hour holds up all others if the webhook is ordered', async () => {
  const { failing, waited } = await anHourWith(true);
  expect(new Set(waited)).toEqual(new Set([undefined]));
  expect(failing).toEqual([0, 1, 2, 7, 22]);
});

it('an unordered webhook pauses for a minute after three failures in a row', async () => {
  const receiver = await aReceiver((res) => res.writeHead(503).end());
  const { id } = await admin.webhooks.create.mutate({ url: receiver.url, events, ordered: false });
  for (let count = 0; count < 5; count += 1) await aTicket();
  await send();
  await send();
  expect(receiver.received).toHaveLength(3);
  await ageWebhooks(ctx.db, minute);
  await send();
  // The two new events come before the retries.
  expect(new Set(receiver.ids()).size).toBe(5);
  expect(receiver.received).toHaveLength(6);
  receiver.behave((res) => res.writeHead(204).end());
  await admin.webhooks.enable.mutate({ id });
  await send();
  expect((await admin.webhooks.list.query()).items).toMatchObject([
    { ordered: false, status: 'active', pending: 0 },
  ]);
});

it('an unordered webhook sends at once what waits, as soon as it accepts an event again', async () => {
  const receiver = await aReceiver((res) => res.writeHead(503).end());
  await admin.webhooks.create.mutate({ url: receiver.url, events, ordered: false });
  await aTicket();
  await aTicket();
  for (let round = 0; round < 5; round += 1) {
    await send();
    await ageWebhooks(ctx.db, 16 * minute);
  }
  await send();
  receiver.behave((res) => res.writeHead(204).end());
  await aTicket();
  await ageWebhooks(ctx.db, minute);
  await send();
  expect((await admin.webhooks.list.query()).items[0]).toMatchObject({ pending: 0 });
});

it('an unordered webhook gives up a failing event after seven days, but not an ordered one', async () => {
  const states = async (id: number) =>
    (await admin.webhooks.deliveries.query({ id })).items.map(({ status }) => status);
  for (const ordered of [true, false]) {
    const receiver = await aReceiverWithFault();
    const { id } = await admin.webhooks.create.mutate({ url: receiver.url, events, ordered });
    await aTicket();
    await send();
    await ageWebhooks(ctx.db, 167);
    await aTicket();
    await send();
    await admin.webhooks.enable.mutate({ id });
    expect((await states(id)).at(-1)).toBe('pending');
    await ageWebhooks(ctx.db, 2);
    await send();
    expect((await states(id)).at(-1)).toBe(ordered ? 'pending' : 'failed');
  }
});
